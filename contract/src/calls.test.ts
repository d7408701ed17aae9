// Each call has its schemas, each schemas entry its call, and the registry has them all.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from './calls.ts'

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
const namesWith = (key: string, exported: Record<string, unknown>) =>
  Object.keys(exported)
    .filter(name => Object.hasOwn(Object(exported[name]), key))
    .sort()

const paths: string[] = []
for (const file of files.filter(file => /\.ts$/.test(file) && files.includes(file.replace('.ts', '-schemas.ts')))) {
  const declared = await import(join(import.meta.dirname, file))
  const schemas = await import(join(import.meta.dirname, file.replace('.ts', '-schemas.ts')))
  const names = namesWith('path', declared)
  paths.push(...names.map(name => `${declared[name].method} ${declared[name].path}`))
  test(`${file} and its schemas define the same calls`, () => {
    expect(names).toEqual(namesWith('summary', schemas))
  })
}

test('the registry contains every call', () => {
  expect(
    Object.values(calls)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  ).toEqual(paths.sort())
})
