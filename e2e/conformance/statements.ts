// Declares the test of a statement: `statements/` refers to its title, and docs/conformance.md lists it.
import { test } from 'vitest'

export type Shown = {
  title: string
  /** the test's file, from the root */
  file: string
  /** files that build it, from the root */
  built: readonly string[]
}

let recorded: Omit<Shown, 'file'>[] | null = null

/** The tests of a file, without running it: for the document. */
export const record = async (load: () => Promise<unknown>): Promise<Omit<Shown, 'file'>[]> => {
  const shown: Omit<Shown, 'file'>[] = []
  recorded = shown
  try {
    await load()
    return shown
  } finally {
    recorded = null
  }
}

/** True while the document is written: then nothing may be started. */
export const isRecording = (): boolean => recorded !== null

/** `title` begins with its section, decision or page: "§5 Add/Edit Vehicle: …", "D-14: …", "Rules: …", "API …". */
export const statement = (
  title: string,
  { built = [] }: { built?: readonly string[] },
  show: () => Promise<void> | void,
): void => {
  if (!recorded) test(title, { timeout: 60_000 }, show)
  else if (recorded.some(other => other.title === title)) throw new Error(`Two tests of one title: ${title}`)
  else recorded.push({ title, built })
}
