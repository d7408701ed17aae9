// How long an import can be published and undone, and when its rows are deleted.
import { expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { listCities } from '#city/cities/cities.ts'
import { source, testCity } from '#city/places/testing.ts'
import { startRetention } from '#driver/account/account.ts'
import { asOwner } from '#platform/testing.ts'
import { createImports } from './imports.ts'
import { smallFacts, smallFile, smallRows } from './testing.ts'

test('an import is undone within 30 days; its rows go 30 days later, and those of a check 30 days after it', async () => {
  const parkit = await startTestServer()
  const data = { ...testCity(), facts: smallFacts, places: [], names: [], tariffs: [] }
  await parkit.loadCity(source(data, 'import', 'small'))
  await asOwner(parkit.db.connectionString, `update city set state = 'setup' where code = 'small'`)
  const small = (await listCities(parkit.db.pool)).find(({ code }) => code === 'small')!
  const imports = createImports(parkit)
  const check = async (rows = smallRows) =>
    (await imports.check(small, { ...smallFile(rows), sourceId: 'meters', by: 'Ana' })).import_id
  const rowsOf = async (importId: string) => (await imports.rows(importId, ['added', 'same'], null, 100)).length
  const nightlyAfter = async (days: number) => {
    parkit.clock.advance({ hours: days * 24 })
    await parkit.jobs.runDue()
  }
  const published = await check()
  await imports.publish(small, published, { by: 'Ana' })
  const checked = await check(smallRows.slice(1))
  await startRetention(parkit.db.pool, parkit.clock.now())

  await nightlyAfter(29)
  expect([await rowsOf(published), await rowsOf(checked)]).toEqual([12, 11])
  await nightlyAfter(3)
  expect([await rowsOf(published), await rowsOf(checked)]).toEqual([12, 0])
  await expect(imports.undo(small, published, { actor: { command: 'Ana' } })).rejects.toMatchObject({
    code: 'undo_over',
  })
  await expect(imports.publish(small, checked, { by: 'Ana' })).rejects.toMatchObject({ code: 'import_stale' })
  await nightlyAfter(29)
  expect(await rowsOf(published)).toBe(0)
  // the run stays: who published what, and when
  expect(await imports.find(published)).toMatchObject({ state: 'published', counters: { added: 12 } })
  await parkit.stop()
})
