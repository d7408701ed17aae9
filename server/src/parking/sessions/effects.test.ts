// docs/effects.md names every trigger of sessions, their money and their jobs, and links files that exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const page = readFileSync(join(root, 'docs/effects.md'), 'utf8')
const routines = join(root, 'server/db/routines')

test('docs/effects.md lists every trigger of sessions, payments and jobs', () => {
  const tables = 'session|step|charge|entry|posting|wallet|refund|job'
  const trigger = new RegExp(
    `create (?:or replace )?(?:constraint )?trigger (\\w+)\\s[^;]*?\\bon (?:${tables})\\b`,
    'g',
  )
  const names = readdirSync(routines).flatMap(file =>
    [...readFileSync(join(routines, file), 'utf8').matchAll(trigger)].map(([, name]) => name!),
  )
  expect(names).toContain('session_capture')
  expect(names.filter(name => !page.includes(`\`${name}\``))).toEqual([])
})

test('every linked file exists', () => {
  const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to!)
  expect(links.filter(to => !existsSync(join(root, 'docs', to)))).toEqual([])
})
