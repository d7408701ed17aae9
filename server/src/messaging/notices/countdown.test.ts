// The countdown in a browser that shows the time left: renewed silently until the end, which takes its place.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noon, startTestServer, type TestServer } from '#app/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { noticeActs, startPushService } from './testing.ts'

let parkit: TestServer
let service: Awaited<ReturnType<typeof startPushService>>
let acts: ReturnType<typeof noticeActs>
let parking: ReturnType<typeof parkingActions>
beforeEach(async () => {
  service = await startPushService()
  parkit = await startTestServer({ env: { PUSH_SERVICES: service.origin } })
  acts = noticeActs(parkit)
  parking = parkingActions(parkit)
})
afterEach(async () => {
  await parkit.stop()
  await service.stop()
})

const countdownJobs = async () =>
  (await parkit.db.pool.query(`select run_at from job where kind = 'notice-countdown'`)).rows.length
const at = async (minutes: number) => {
  parkit.clock.set(noon.add({ minutes }))
  await acts.settle()
}
const withCountdown = async () => {
  const driver = await parkit.driver()
  await acts.settle()
  const device = service.device()
  expect((await acts.subscribe(driver, { ...device.body, Countdown: true })).status).toBe(200)
  return { driver, device, titles: () => device.got.map(({ push }) => push.Title) }
}

test('counts down in one notification, with the button from the first reminder on, and ends with the time', async () => {
  const { driver, device } = await withCountdown()
  const { SessionId } = await parkit.park(driver)
  await at(0)
  expect(device.got.map(({ push, ttl, urgency }) => ({ push, ttl, urgency }))).toEqual([
    {
      push: {
        Language: 'en',
        Title: 'Parked until 1:00 PM',
        Body: 'Lot 5101. As of 12:00 PM, 1 hr left. Plate TST 1.',
        Tag: SessionId,
        Path: `/dashboard?session=${SessionId}`,
        Quiet: false,
        Extend: null,
        EndsAtMs: noon.add({ hours: 1 }).epochMilliseconds,
        RenewedAtMs: noon.add({ minutes: 5 }).epochMilliseconds,
      },
      ttl: 300,
      urgency: 'normal',
    },
  ])
  await at(4)
  expect(device.got).toHaveLength(1)
  await at(5)
  expect(device.got[1]!.push.Body).toBe('Lot 5101. As of 12:05 PM, 55 min left. Plate TST 1.')
  for (const minutes of [10, 50]) await at(minutes)
  expect(device.got.at(-1)!.push).toMatchObject({ Tag: SessionId, Extend: { Button: 'Extend 15 min, $0.50' } })
  // the sandbox’s outbox has the reminder and no renewal
  expect((await acts.told(driver)).map(({ subject }) => subject)).toEqual(['10 min left at Lot 5101'])
  await at(60)
  expect(device.got.at(-1)!.push).toMatchObject({ Title: 'Parking ended at Lot 5101', EndsAtMs: null })
  expect(await countdownJobs()).toBe(0)
})

test('an extension renews it at once, and a stop ends it', async () => {
  const { driver, device, titles } = await withCountdown()
  const { SessionId } = await parkit.park(driver)
  await at(2)
  await parking.extend(driver, SessionId, 30)
  await acts.settle()
  expect(titles().toSorted()).toEqual(['Extended to 1:30 PM', 'Parked until 1:00 PM', 'Parked until 1:30 PM'])
  await at(3)
  await parking.stop(driver, SessionId)
  await acts.settle()
  expect(device.got.at(-1)!.push).toMatchObject({
    Title: 'Parking stopped at Lot 5101',
    Tag: SessionId,
    Quiet: true,
    EndsAtMs: null,
  })
  expect(await countdownJobs()).toBe(0)
})

test('the end reaches a countdown although the driver wants no push of ends', async () => {
  const { driver, titles } = await withCountdown()
  const plain = service.device()
  await acts.subscribe(driver, plain.body)
  await acts.choose(driver, 'ended', 'push', false)
  await parkit.park(driver)
  for (const minutes of [0, 60]) await at(minutes)
  expect(titles().at(-1)).toBe('Parking ended at Lot 5101')
  // a browser without one gets its reminders alone
  expect(plain.got.map(({ push }) => push.Title)).toEqual([])
})

test('turned on while parked it begins, turned off it is not renewed; others have no such job', async () => {
  const driver = await parkit.driver()
  await acts.settle()
  const device = service.device()
  await acts.subscribe(driver, device.body)
  await parkit.park(driver)
  await at(1)
  expect([device.got.length, await countdownJobs()]).toEqual([0, 0])
  await acts.subscribe(driver, { ...device.body, Countdown: true })
  await at(2)
  expect(device.got.map(({ push }) => push.Title)).toEqual(['Parked until 1:00 PM'])
  await acts.subscribe(driver, device.body)
  await at(5)
  expect([device.got.length, await countdownJobs()]).toEqual([1, 0])
})
