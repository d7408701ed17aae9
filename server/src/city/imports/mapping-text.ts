// Reads a mapping file's YAML as a schema has it, and says in words what is wrong in it, and where.
import { parse } from 'yaml'
import type * as z from 'zod/mini'
import { UnreadableFile } from './shape.ts'

type Issue = z.core.$ZodIssue
const kinds: Record<string, string> = {
  string: 'a text',
  array: 'a list',
  object: 'keys with values',
  record: 'keys with values',
}
const quoted = (values: readonly unknown[]) => values.map(value => `“${value}”`).join(', ')

const keysOf = (schema: unknown): string =>
  Object.keys((schema as z.core.$ZodObject | undefined)?._zod.def.shape ?? {}).join(', ')

const wordsOf = (issue: z.core.$ZodRawIssue): string | undefined => {
  if (issue.code === 'unrecognized_keys')
    return `no such key: ${quoted(issue.keys as string[])}. There are: ${keysOf(issue.inst)}`
  if (issue.input === undefined) return 'it is missing'
  if (issue.code === 'invalid_type') return `it has to be ${kinds[issue.expected as string] ?? 'a number'}`
  if (issue.code === 'invalid_value') return `it has to be one of ${quoted(issue.values as unknown[])}`
  return undefined
}

/** A key that is misspelled is missing as well; of what may be written in two ways, the way that was meant. */
const worst = (issues: readonly Issue[]): Issue => {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!
  if (issue.code !== 'invalid_union') return issue
  const meant = issue.errors.filter(([first]) => first && !(first.code === 'invalid_type' && first.path.length === 0))
  if (meant.length === 0) return issue
  const inner = worst(meant.at(-1)!)
  return { ...inner, path: [...issue.path, ...inner.path] }
}

/** YAML, of which JSON is a part. Throws `UnreadableFile` at the first key that is wrong. */
export const readMappingText = <T>(schema: z.ZodMiniType<T>, text: string): T => {
  let given: unknown
  try {
    given = parse(text, { schema: 'core' })
  } catch (error) {
    throw new UnreadableFile(`The mapping is neither YAML nor JSON: ${(error as Error).message}`)
  }
  const read = schema.safeParse(given, { error: wordsOf })
  if (read.success) return read.data
  const { path, message } = worst(read.error.issues)
  throw new UnreadableFile(`The mapping is wrong at ${path.join('.') || 'its top'}: ${message}.`)
}
