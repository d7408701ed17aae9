// docs/conformance.md from the suite: every statement with where it is built and which test shows it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { record, type Statement } from './statements.ts'

export type Section = { file: string; title: string; statements: Statement[] }

const isSection = /^(s\d.*|decisions.*)\.test\.ts$/

/** `s2-add-money.test.ts` → "§2 Add money". */
const titleOf = (file: string): string => {
  const [, section, subject = ''] = /^(?:s(\d+)-)?(.*)\.test\.ts$/.exec(file) ?? []
  const words = subject.replaceAll('-', ' ')
  return `${section ? `§${section} ` : ''}${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** In the specification's order, decisions last. */
export const listSections = async (): Promise<Section[]> => {
  const files = readdirSync(import.meta.dirname)
    .filter(file => isSection.test(file))
    .toSorted((a, b) => (a.startsWith('s') === b.startsWith('s') ? (a < b ? -1 : 1) : a.startsWith('s') ? -1 : 1))
  const sections: Section[] = []
  for (const file of files) {
    const statements = await record(() => import(/* @vite-ignore */ join(import.meta.dirname, file)))
    sections.push({ file: `e2e/conformance/${file}`, title: titleOf(file), statements })
  }
  return sections
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
const link = (file: string) => `[${file.split('/').at(-1)}](../${file})`
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')

const sectionText = ({ title, file, statements }: Section): string =>
  [
    `## ${title}`,
    `Test: ${link(file)}`,
    table(
      ['Statement', 'Where built'],
      statements.map(({ name, kind, built, why }) => [
        cell(name),
        [...built.map(link), ...(kind === 'holds' ? [] : [`**${kind}**: ${cell(why!)}`])].join(', '),
      ]),
    ),
  ].join('\n\n')

/** Which statements show a decision, by its id. */
const decisionsText = (sections: Section[]): string => {
  const shown = new Map<string, Set<string>>()
  for (const { file, statements } of sections)
    for (const { name, also } of statements)
      for (const id of new Set([...also, ...(/^D-\d+/.exec(name) ?? [])]))
        shown.set(id, (shown.get(id) ?? new Set()).add(link(file)))
  const byNumber = (a: string, b: string) => Number(a.slice(2)) - Number(b.slice(2))
  const rows = [...shown.keys()].toSorted(byNumber).map(id => [id, [...shown.get(id)!].join(', ')])
  return ['## Decisions by id', table(['Decision', 'Shown in'], rows)].join('\n\n')
}

export const conformanceText = (sections: Section[]): string => {
  const all = sections.flatMap(({ statements }) => statements)
  const count = (kind: Statement['kind']) => all.filter(statement => statement.kind === kind).length
  return `${[
    '# Conformance',
    'What ParkIt promises, statement by statement, each with where it is built and the test that shows it in the running app.',
    'Written by `npm run conformance`; `npm test` runs every statement and fails where this list is out of date.',
    `${all.length} statements: ${count('holds')} tested, ${count('untestable')} that no test can see.`,
    ...sections.map(sectionText),
    decisionsText(sections),
  ].join('\n\n')}\n`
}
