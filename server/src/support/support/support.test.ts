// Feedback over HTTP: stars and text about a session or the app, each field's wrong values, and ownership.
import { feedback } from '@parkit/contract/platform/limits'
import { contact } from '@parkit/contract/support/contact'
import * as contract from '@parkit/contract/support/feedback'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'

const parkit = await startTestServer({ settings: { signPhone: '311', supportMailbox: 'parking@city.example' } })
afterAll(parkit.stop)

const say = (token: string, body: object, key?: string) =>
  parkit.call(contract.sendFeedback, { body }, { token, ...(key && { key }) })
const stored = async (driverId: string) =>
  (
    await parkit.db.pool.query('select session_id, stars, words from feedback where driver_id = $1 order by stars', [
      driverId,
    ])
  ).rows

test('a session has one feedback, the latest; the app has many', async () => {
  const driver = await parkit.driver()
  const { SessionId } = await parkit.park(driver)
  const first = await say(driver.token, { Stars: 2, Text: ' The sign was hidden. ', SessionId })
  expect([first.status, first.body]).toEqual([200, { Message: 'Thanks for your feedback.' }])
  await say(driver.token, { Stars: 4, Text: 'Found it.', SessionId })
  await say(driver.token, { Stars: 5 })
  await say(driver.token, { Stars: 1, Text: '' })
  expect(await stored(driver.driverId)).toEqual([
    { session_id: null, stars: 1, words: '' },
    { session_id: SessionId, stars: 4, words: 'Found it.' },
    { session_id: null, stars: 5, words: '' },
  ])
})

test('one key stores one feedback, also when late; another text and another key store another', async () => {
  const driver = await parkit.driver()
  const { SessionId } = await parkit.park(driver)
  const app = { Stars: 3, Text: 'Hard to read.' }
  const twins = await Promise.all([1, 2, 3].map(() => say(driver.token, app, 'app-1')))
  const late = await say(driver.token, app, 'app-1')
  const done = { Message: 'Thanks for your feedback.' }
  expect([...twins, late].map(({ status, body }) => [status, body])).toEqual(Array(4).fill([200, done]))
  expect(await stored(driver.driverId)).toEqual([{ session_id: null, stars: 3, words: 'Hard to read.' }])
  expect((await say(driver.token, { ...app, Stars: 4 }, 'app-1')).error.Code).toBe('idempotency_conflict')

  // what was said last stands, though what was said first is sent once more
  await say(driver.token, { Stars: 1, SessionId }, 'session-1')
  await say(driver.token, { Stars: 5, SessionId }, 'session-2')
  await say(driver.token, { Stars: 1, SessionId }, 'session-1')
  await say(driver.token, app, 'app-2')
  expect((await stored(driver.driverId)).map(({ session_id, stars }) => [session_id, stars])).toEqual([
    [null, 3],
    [null, 3],
    [SessionId, 5],
  ])
})

test('feedback per day about the app is limited, also concurrently; about a session it is not', async () => {
  const driver = await parkit.driver()
  const { SessionId } = await parkit.park(driver)
  const replies = await Promise.all(
    Array.from({ length: feedback.mostADay + 3 }, () => say(driver.token, { Stars: 3 })),
  )
  const refused = replies.filter(({ status }) => status !== 200)
  expect(refused.map(({ status, error }) => [status, error.Code])).toEqual(Array(3).fill([429, 'feedback_many']))
  expect((await say(driver.token, { Stars: 4, SessionId })).status).toBe(200)
  expect(await stored(driver.driverId)).toHaveLength(feedback.mostADay + 1)
  parkit.clock.advance({ hours: 24 })
  expect((await say(driver.token, { Stars: 3 })).status).toBe(200)
})

test.each([
  ['Stars', undefined],
  ['Stars', 0],
  ['Stars', 6],
  ['Stars', 3.5],
  ['Stars', '5'],
  ['Stars', null],
  ['Text', 'x'.repeat(feedback.mostLetters + 1)],
  ['Text', 7],
  ['SessionId', ''],
  ['SessionId', 'P-1'],
  ['SessionId', "P-0000000000' or 1=1"],
])('feedback with %s %j is refused at its field', async (field, value) => {
  const driver = await parkit.driver({ dollars: 0 })
  const { status, error } = await say(driver.token, { Stars: 3, [field]: value })
  expect([status, error.Code, Object.keys(error.Fields ?? {})]).toEqual([400, 'bad_input', [field]])
  expect(await stored(driver.driverId)).toEqual([])
})

test('a text with HTML, SQL, and letters of any script is stored unchanged', async () => {
  const driver = await parkit.driver({ dollars: 0 })
  const words = "<script>alert(1)</script> '; drop table feedback; -- 🚗 שלום अच्छा है"
  expect((await say(driver.token, { Stars: 3, Text: `${words}\u0000` })).status).toBe(200)
  expect(await stored(driver.driverId)).toEqual([{ session_id: null, stars: 3, words }])
  expect((await say(driver.token, { Stars: 3, Text: 'x'.repeat(feedback.mostLetters) })).status).toBe(200)
})

test('no token and another driver’s session are refused', async () => {
  const driver = await parkit.driver()
  const { SessionId } = await parkit.park(driver)
  const other = await parkit.driver({ dollars: 0 })
  const refused = await say(other.token, { Stars: 1, SessionId })
  expect([refused.status, refused.error.Code]).toEqual([404, 'not_found'])
  expect((await say(driver.token, { Stars: 1, SessionId: 'P-0000000000' })).status).toBe(404)
  expect((await parkit.call(contract.sendFeedback, { body: { Stars: 1 } })).status).toBe(401)
  expect([await stored(other.driverId), await stored(driver.driverId)]).toEqual([[], []])
})

test('anyone gets the city’s phone number and email address, without a sign-in', async () => {
  const { status, body } = await parkit.call(contact, {})
  expect([status, body]).toEqual([200, { Phone: '311', Email: 'parking@city.example' }])
})
