// A small bank test of this build, and one of a deliberately broken build that the checker must detect.
import { expect, test } from 'vitest'
import { runBank } from './bank.ts'
import { breakBuild } from './broken-builds.ts'

const minutes = 60_000

test('no payment is lost, duplicated or invented while strangers attack, and server, database, network, webhooks and clock fail', {
  timeout: 10 * minutes,
}, async () => {
  const size = {
    seed: 20_261_121,
    operations: 800,
    clients: 50,
    strangers: 3,
    serverKills: 1,
    databaseKills: 1,
    faults: 3,
  }
  const { wrong, writes, faults, attacks } = await runBank(size)
  expect(wrong).toEqual([])
  // there was something to lose
  expect(writes.ok).toBeGreaterThan(200)
  expect(faults).toMatchObject({ killServer: 1, killDatabase: 1 })
  // and many who tried to take it
  expect(Object.keys(attacks).length).toBeGreaterThan(8)
})

test('the checker detects a build that loses its idempotency keys', { timeout: 5 * minutes }, async () => {
  const { program, remove } = breakBuild('forgetsKeys')
  try {
    const size = { seed: 7, operations: 200, clients: 20, strangers: 0, serverKills: 1, databaseKills: 0, faults: 0 }
    const { wrong } = await runBank({ ...size, program })
    expect(wrong.join('\n')).toMatch(/asked again/)
  } finally {
    remove()
  }
})
