// Stays over a clock change: the table, the receipt, and the messages say which of two 1:30 AM is meant.
import * as past from '@parkit/contract/parking/past'
import * as parking from '@parkit/contract/parking/sessions'
import { afterAll, expect, test } from 'vitest'
import { readPdf } from '#app/security/injection-testing.ts'
import { startTestServer } from '#app/testing.ts'
import { noticeActs } from '#messaging/notices/testing.ts'
import { parkingActions } from './actions-testing.ts'

const parkit = await startTestServer()
afterAll(parkit.stop)
const { start } = parkingActions(parkit)
const { choose, settle, told } = noticeActs(parkit)

/** A stay until its end; what was told meanwhile, the table's last row, and the receipt's times. */
const stay = async (at: string, Minutes: number) => {
  parkit.clock.set(Temporal.Instant.from(at))
  const driver = await parkit.driver()
  for (const kind of ['ends15', 'ended', 'receipt'] as const) await choose(driver, kind, 'mail')
  const { body } = await start(driver, { Minutes })
  parkit.clock.advance({ minutes: Minutes - 15 })
  await settle()
  parkit.clock.advance({ minutes: 15 })
  await settle()
  const csv = await parkit.call(past.sessionsCsv, { query: {} }, { token: driver.token })
  const pdf = await parkit.app.inject({
    url: parking.receiptPdf.path.replace(':id', body.SessionId),
    headers: { authorization: `Bearer ${driver.token}` },
  })
  return {
    row: String(csv.body)
      .trimEnd()
      .split('\r\n')
      .at(-1)!
      .split(',')
      .filter(cell => /"\d{4}-/.test(cell)),
    pdf: readPdf(pdf.rawPayload).drawn.join(' '),
    told: (await told(driver)).map(({ body }) => body).join('\n'),
  }
}

test('set back: two times of 1:30 AM are told apart', async () => {
  const { row, pdf, told } = await stay('2026-11-01T06:30:00Z', 60)
  expect(row).toEqual(['"2026-11-01 01:30-05:00"', '"2026-11-01 01:30-06:00"'])
  expect(pdf).toContain('1:30 AM CDT – 1:30 AM CST (America/Chicago)')
  expect(told).toContain('15 min left at Lot 5101. Your parking ends at 1:30 AM CST')
  expect(told).toContain('ended at 1:30 AM CST')
  expect(told).toContain('Nov 1, 2026, 1:30 AM CDT to 1:30 AM CST')
})

test('set back within the stay: start and end say their offset, an end that comes once stands alone', async () => {
  const { row, told } = await stay('2026-11-01T05:30:00Z', 180)
  expect(row).toEqual(['"2026-11-01 00:30-05:00"', '"2026-11-01 02:30-06:00"'])
  expect(told).toContain('12:30 AM CDT to 2:30 AM CST')
  expect(told).toContain('ended at 2:30 AM.')
})

test('set forward within the stay: an hour from 1:30 AM ends at 3:30 AM', async () => {
  const { row, told } = await stay('2027-03-14T07:30:00Z', 60)
  expect(row).toEqual(['"2027-03-14 01:30-06:00"', '"2027-03-14 03:30-05:00"'])
  expect(told).toContain('1:30 AM CST to 3:30 AM CDT')
  expect(told).toContain('ended at 3:30 AM.')
})

test.each([
  ['2026-11-01T15:00:00Z', '"2026-11-01 09:00"', '"2026-11-01 10:00"'],
  ['2026-11-01T08:00:00Z', '"2026-11-01 02:00"', '"2026-11-01 03:00"'],
  ['2026-11-01T04:30:00Z', '"2026-10-31 23:30"', '"2026-11-01 00:30"'],
])('a stay beside the change, at %s, has plain times', async (at, from, to) => {
  const { row, pdf, told } = await stay(at, 60)
  expect(row).toEqual([from, to])
  expect(pdf + told).not.toMatch(/C[DS]T/)
})
