// The list in `statements/`: every statement of the specification word for word, each with its tests or a reason.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
const folder = join(import.meta.dirname, 'statements')

export const sources = ['specification', 'decisions', 'rules', 'api'] as const
export type Source = (typeof sources)[number]

type Kind = 'test' | 'no test' | 'replaced by' | 'not yet built'
export type Statement = {
  source: Source
  section: string
  id: string
  /** word for word */
  quote: string
  /** `not yet built` also where a part of it has tests */
  kind: Kind
  /** titles of tests; `*` stands for anything */
  tests: string[]
  /** ids of the statements that hold in its place */
  replacedBy: string[]
  /** why there is no test, or what is missing */
  reason: string
}

const answer = /^ {2}(test|no test|replaced by|not yet built): (.+)$/

/** A line is a heading, a statement (id, quote), or one of its answers, which is indented. */
const parse = (source: Source, text: string): Statement[] => {
  const statements: Statement[] = []
  let section = ''
  for (const line of text.split('\n').filter(Boolean)) {
    const [, kind, value = ''] = answer.exec(line) ?? []
    const statement = statements.at(-1)
    if (line.startsWith('# ')) section = line.slice(2)
    else if (!kind) {
      const [, id, quote] = /^(\S+) (.+)$/.exec(line) ?? []
      if (!id || !quote) throw new Error(`${source}: not a statement: ${line}`)
      statements.push({ source, section, id, quote, kind: 'test', tests: [], replacedBy: [], reason: '' })
    } else if (!statement) throw new Error(`${source}: an answer before the first statement: ${line}`)
    else if (kind === 'test') statement.tests.push(value)
    else {
      if (statement.kind !== 'test') throw new Error(`${statement.id} has two reasons`)
      statement.kind = kind as Kind
      if (kind === 'replaced by') statement.replacedBy = value.split(', ')
      else statement.reason = value
    }
  }
  return statements
}

export const statements: Statement[] = sources.flatMap(source =>
  parse(source, readFileSync(join(folder, `${source}.txt`), 'utf8')),
)

export const matches = (pattern: string, title: string): boolean =>
  pattern === title ||
  (pattern.includes('*') && new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`).test(title))
