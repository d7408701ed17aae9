// The options and words that a command is given, or its usage.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

export type OptionValues<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>['values']

/** What `read` makes of them. Where that is null, or an option is not the command's, prints the usage and ends the process with 1. */
export const readCommandLine = <const Options extends ParseArgsOptionsConfig, Read>(
  usage: string,
  options: Options,
  read: (values: OptionValues<Options>, words: string[]) => Read | null,
): Read => {
  const given = (() => {
    try {
      return parseArgs({ options, allowPositionals: true })
    } catch {
      return null
    }
  })()
  const made = given && read(given.values, given.positionals)
  if (made) return made
  console.error(usage)
  process.exit(1)
}
