// docs/accessibility.md: a VPAT, the conformance report that cities ask for, from the claims in this folder.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../conformance/statement-list.ts'
import { type Claim, type Criterion, criteria } from './criteria.ts'
import { type Clause, clauses } from './pdf-criteria.ts'

type Claimed = Criterion | Clause

/** Tests that are named and not found, as `number: file: title`. */
export const findMissing = (claimed: readonly Claimed[]): string[] =>
  claimed.flatMap(({ number, tests }) =>
    tests
      .filter(test => {
        const [file, title] = splitTest(test)
        const path = join(root, file)
        return !existsSync(path) || !readFileSync(path, 'utf8').includes(title)
      })
      .map(test => `${number}: ${test}`),
  )

const splitTest = (test: string): [file: string, title: string] => {
  const at = test.indexOf(': ')
  return [test.slice(0, at), test.slice(at + 2)]
}

const claimText: Record<Claim, string> = {
  supports: 'Supports',
  partially: 'Partially supports',
  'does not': 'Does not support',
  'not applicable': 'Not applicable',
}

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')

const testsText = (tests: readonly string[]): string => {
  const files = new Set(tests.map(test => splitTest(test)[0]))
  return [...files].map(file => `[${file.split('/').at(-1)}](../${file})`).join(', ')
}

const rowsOf = (claimed: readonly Claimed[]) =>
  claimed.map(({ number, name, claim, why, tests }) => [
    `${number} ${name}`,
    claimText[claim],
    why,
    testsText(tests) || (claim === 'not applicable' ? '' : 'review'),
  ])

const head = ['Criterion', 'Conformance', 'Remarks', 'Shown by']
const countOf = (claimed: readonly Claimed[], claim: Claim) => String(claimed.filter(one => one.claim === claim).length)
const claims = Object.keys(claimText) as Claim[]

export const reportText = (): string => {
  const groups: [string, readonly Claimed[]][] = [
    ['WCAG 2.2, level A', criteria.filter(({ level }) => level === 'A')],
    ['WCAG 2.2, level AA', criteria.filter(({ level }) => level === 'AA')],
    ['EN 301 549, chapter 10 (PDF receipt)', clauses],
  ]
  return `${[
    '# Accessibility',
    'A Voluntary Product Accessibility Template (VPAT) for the web app of drivers and for its PDF receipt. WCAG 2.2 contains WCAG 2.1 AA, which ADA Title II asks of US cities; chapter 10 of EN 301 549 V3.2.1 is about documents. The desk of staff is checked with axe and by keyboard too, and is not part of this report.',
    'Written from `e2e/vpat` by `npm run conformance`. `npm test` fails where this page is out of date, a claim names a test that does not exist, or the statement at `/accessibility` omits what is not fully supported. Claims are by the people who build ParkIt: nobody else has evaluated it, and no daily user of a screen reader, a switch, or voice control has tested it. Where no test can show a criterion, the last column says “review”: by reading the code and looking at the screens.',
    table(
      ['', ...claims.map(claim => claimText[claim])],
      groups.map(([name, claimed]) => [name, ...claims.map(claim => countOf(claimed, claim))]),
    ),
    ...groups.flatMap(([name, claimed]) => [`## ${name}`, table(head, rowsOf(claimed))]),
  ].join('\n\n')}\n`
}
