// The first answer of a key: given again for the same input, refused for another.
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { findAnswer, keepAnswer, systemKey } from './idempotency.ts'
import { createTestDatabase } from './testing.ts'

const db = await createTestDatabase()
afterAll(db.close)

const at = Temporal.Instant.from('2026-04-14T17:00:00Z')
let drivers = 0
const newDriver = async () => {
  const driverId = randomUUID()
  const phone = `+13125550${100 + ++drivers}`
  const text = `insert into driver (driver_id, first_name, phone, user_name, created_at) values ($1, 'Maya', $2, $2, $3)`
  await db.pool.query(text, [driverId, phone, at])
  return driverId
}

test('without a stored answer the call is the first', async () => {
  expect(await findAnswer(db.pool, systemKey(await newDriver(), 'pay 1'))).toBeNull()
})

test('the same input gets the stored answer, another input a conflict, another driver nothing', async () => {
  const idempotencyKey = systemKey(await newDriver(), 'pay 1')
  const kept = await keepAnswer(db.pool, idempotencyKey, { Balance: 20 }, at)
  expect([kept, await findAnswer(db.pool, idempotencyKey)]).toEqual([{ Balance: 20 }, { Balance: 20 }])
  const other = { ...idempotencyKey, inputHash: Buffer.from('other') }
  await expect(findAnswer(db.pool, other)).rejects.toThrow('idempotency_conflict')
  expect(await findAnswer(db.pool, { ...idempotencyKey, callerId: await newDriver() })).toBeNull()
})
