// The statements of the specification as tests: one each, named by it, counted by `npm test`, listed in docs/conformance.md.
import { test } from 'vitest'

export type Statement = {
  name: string
  kind: 'holds' | 'untestable'
  /** files that build it, from the root */
  built: readonly string[]
  /** decisions that it also shows, by id */
  also: readonly string[]
  /** why it can't be tested */
  why?: string
}

declare module 'vitest' {
  interface TaskMeta {
    statement?: Statement['kind']
  }
}

let recorded: Statement[] | null = null

/** What a section's file states, without running it: for the document. */
export const record = async (load: () => Promise<unknown>): Promise<Statement[]> => {
  const statements: Statement[] = []
  recorded = statements
  try {
    await load()
    return statements
  } finally {
    recorded = null
  }
}

/** True while the document is written: then nothing may be started. */
export const isRecording = (): boolean => recorded !== null

/** A file's statements are listed in their order, so it holds no `describe`: the name says the section. */
const state = (stated: Statement, show?: () => Promise<void> | void) => {
  if (recorded) {
    if (recorded.some(({ name }) => name === stated.name)) throw new Error(`Stated twice: ${stated.name}`)
    recorded.push(stated)
  } else test(stated.name, { meta: { statement: stated.kind }, skip: !show, timeout: 60_000 }, show)
}

type Where = { built: readonly string[]; also?: readonly string[] }

/** `name` begins with its section or its id: "§5 Add/Edit Vehicle: 'Please Select Year'", "D-14: …". */
export const statement = (name: string, { built, also = [] }: Where, show: () => Promise<void> | void): void =>
  state({ name, kind: 'holds', built, also }, show)

/** Nothing that a test could see. `built` names the files, where there are any. */
export const untestable = (name: string, why: string, { built = [], also = [] }: Partial<Where> = {}): void =>
  state({ name, kind: 'untestable', built, also, why })
