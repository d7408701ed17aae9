// docs/conformance.md says what the suite states: `npm run conformance` writes it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { conformanceText, listSections } from './sections.ts'

const root = join(import.meta.dirname, '../..')
const sections = await listSections()
const statements = sections.flatMap(section => section.statements)

test('the list is up to date', async () => {
  await expect(conformanceText(sections)).toMatchFileSnapshot(join(root, 'docs/conformance.md'))
})

test('no statement is made twice', () => {
  const names = statements.map(({ name }) => name)
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
})

test('where a statement is built, there is a file', () => {
  expect([...new Set(statements.flatMap(({ built }) => built))].filter(file => !existsSync(join(root, file)))).toEqual(
    [],
  )
})

test('every statement is named by its section or decision', () => {
  expect(statements.map(({ name }) => name).filter(name => !/^(§\d|D-\d+(, D-\d+)*:)/.test(name))).toEqual([])
})
