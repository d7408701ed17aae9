// docs/conformance.md: every statement word for word, with the tests that show it in the running app or the reason why none does.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matches, root, type Source, type Statement, sources } from './statement-list.ts'
import { record, type Shown } from './statements.ts'

/** The tests of this folder. */
export const listShown = async (): Promise<Shown[]> => {
  const shown: Shown[] = []
  for (const file of readdirSync(import.meta.dirname)
    .filter(name => /(?<!document)\.test\.ts$/.test(name))
    .toSorted())
    for (const test of await record(() => import(/* @vite-ignore */ join(import.meta.dirname, file))))
      shown.push({ ...test, file: `e2e/conformance/${file}` })
  return shown
}

/** The other test files, with their text. */
export const listOtherTests = (): Map<string, string> =>
  new Map(
    globSync('{*,{e2e,server,web}/**/*}.test.{ts,tsx}', {
      cwd: root,
      exclude: path => /node_modules|^e2e\/conformance\//.test(path),
    })
      .toSorted()
      .map(file => [file, readFileSync(join(root, file), 'utf8')]),
  )

/** Where a test of this title stands: one of the folder, or one with its title in full in another file. */
export const findTests = (pattern: string, shown: Shown[], others: Map<string, string>): Shown[] => {
  const here = shown.filter(({ title }) => matches(pattern, title))
  if (here.length > 0) return here
  const quoted = ["'", '"', '`'].map(quote => `${quote}${pattern}${quote}`)
  return [...others]
    .filter(([, text]) => quoted.some(title => text.includes(title)))
    .map(([file]) => ({ title: pattern, file, built: [] }))
}

const titles: Record<Source, string> = {
  specification: 'Specification',
  decisions: 'Decisions',
  rules: 'Business rules',
  api: 'Calls',
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
const link = (file: string) => `[${file.split('/').at(-1)}](../${file})`
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')

const count = (statements: Statement[]) => {
  const of = (kind: Statement['kind']) => statements.filter(statement => statement.kind === kind).length
  return [statements.length, of('test'), of('replaced by'), of('no test'), of('not yet built')].map(String)
}
const kinds = ['Statements', 'Tested', 'Replaced by a decision', 'No test can see it', 'Not yet built']

export const conformanceText = (statements: Statement[], shown: Shown[], others: Map<string, string>): string => {
  const answered = ({ kind, tests, replacedBy, reason }: Statement): string[] => {
    const byPattern = tests.map(test => ({ test, found: findTests(test, shown, others) }))
    const found = byPattern.flatMap(one => one.found)
    // a title in full, but for those of a long row
    const names = byPattern.flatMap(one => (one.found.length > 3 ? [one.test] : one.found.map(({ title }) => title)))
    const files = (list: string[]) => [...new Set(list)].map(link).join(', ')
    const reasons = {
      test: '',
      'replaced by': `replaced by ${replacedBy.join(', ')}`,
      'no test': `**no test**: ${cell(reason)}`,
      'not yet built': `**not yet built**: ${cell(reason)}`,
    }
    return [
      [...new Set(names)].map(cell).concat(reasons[kind]).filter(Boolean).join('<br>'),
      files(found.map(({ file }) => file)),
      files(found.flatMap(({ built }) => built)),
    ]
  }
  const part = (source: Source) => {
    const mine = statements.filter(statement => statement.source === source)
    const sections = [...new Set(mine.map(({ section }) => section))]
    return [
      `## ${titles[source]}`,
      ...sections.flatMap(section => [
        `### ${section}`,
        table(
          ['Id', 'Statement', 'Seen by', 'Test file', 'Built in'],
          mine
            .filter(statement => statement.section === section)
            .map(statement => [statement.id, cell(statement.quote), ...answered(statement)]),
        ),
      ]),
    ]
  }
  return `${[
    '# Conformance',
    'Every statement of the specification, the decisions, the business rules and the page of calls, word for word, with the tests that show it in the running app or the reason why none does.',
    'Written by `npm run conformance` from `e2e/conformance/statements`. `npm test` runs the tests and fails where a statement has neither a test nor a reason, where a test shows no statement, or where this page is out of date.',
    table(
      ['Source', ...kinds],
      [
        ...sources.map(source => [titles[source], ...count(statements.filter(one => one.source === source))]),
        ['All', ...count(statements)],
      ],
    ),
    ...sources.flatMap(part),
  ].join('\n\n')}\n`
}
