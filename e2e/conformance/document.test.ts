// Every statement has a test or a reason, every test shows a statement, and docs/conformance.md says so: `npm run conformance` writes it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { conformanceText, findTests, listOtherTests, listShown } from './document.ts'
import { matches, root, sources, statements } from './statement-list.ts'

const shown = await listShown()
const others = listOtherTests()

const repeated = (all: string[]) => all.filter((one, n) => all.indexOf(one) !== n)

test('every statement has a test or a reason', () => {
  expect(statements.filter(({ kind, tests }) => kind === 'test' && tests.length === 0).map(({ id }) => id)).toEqual([])
})

test('every test that a statement names exists', () => {
  const missing = statements.flatMap(({ id, tests }) =>
    tests.filter(title => findTests(title, shown, others).length === 0).map(title => `${id}: ${title}`),
  )
  expect(missing).toEqual([])
})

test('every test in this folder belongs to a statement', () => {
  const patterns = statements.flatMap(({ tests }) => tests)
  expect(shown.filter(({ title }) => !patterns.some(pattern => matches(pattern, title)))).toEqual([])
})

test('statement ids and titles are unique, and every replacing statement exists', () => {
  const ids = statements.map(({ id }) => id)
  expect(repeated(ids)).toEqual([])
  expect(repeated(shown.map(({ title }) => title))).toEqual([])
  expect(statements.flatMap(({ replacedBy }) => replacedBy).filter(id => !ids.includes(id))).toEqual([])
})

test('every source file named by a statement exists', () => {
  const files = new Set(shown.flatMap(({ built }) => built))
  expect([...files].filter(file => !existsSync(join(root, file)))).toEqual([])
})

test('docs/conformance.md is up to date', async () => {
  await expect(conformanceText(statements, shown, others)).toMatchFileSnapshot(join(root, 'docs/conformance.md'))
})

const folder = process.env.PARKIT_SPECIFICATION

/** A page's statements in one line: without headings, table heads and what `decisions.md` quotes beside each decision. */
const plain = (page: string) =>
  page
    .replace(/^#.*$/gm, '')
    .replace(/^\|.*\n\|[-|]+\|$/gm, '')
    .replace(/^\| D-\d+ \| (.*? \| (?=.* \|$))?/gm, '')
    .replace(/^(\s*- |\d\. |\| )/gm, '')
    .replace(/\s+/g, ' ')

test.skipIf(!folder)('the quotes match the files in PARKIT_SPECIFICATION and omit no sentence', () => {
  for (const source of sources) {
    const mine = statements.filter(statement => statement.source === source)
    let left = plain(readFileSync(join(folder!, `${source}.md`), 'utf8'))
    for (const { id, quote } of mine.toSorted((a, b) => b.quote.length - a.quote.length)) {
      expect(left, id).toContain(quote)
      left = left.replace(quote, '')
    }
    // the business rules' first column is the heading of each
    const subjects = source === 'rules' ? mine.map(({ section }) => section) : []
    const words = subjects
      .toSorted((a, b) => b.length - a.length)
      .reduce((text, subject) => text.replace(subject, ''), left)
    expect(words.match(/\w+/g), source).toBeNull()
  }
})
