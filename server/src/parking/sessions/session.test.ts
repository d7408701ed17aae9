// A running session over HTTP: extended, stopped, ended; unused time is refunded, and it can be read afterwards.

import { randomUUID } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import * as wallet from '@parkit/contract/money/wallet'
import * as contract from '@parkit/contract/parking/sessions'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { readPdf } from '#app/security/injection-testing.ts'
import { noon, startTestServer } from '#app/testing.ts'
import { source } from '#city/places/testing.ts'
import { readConfig } from '#platform/config.ts'
import { parkingActions } from './actions-testing.ts'
import { parkingCity, zones } from './testing.ts'

const parkit = await startTestServer()
const { start, extend, stop, quote, balance, active, later } = parkingActions(parkit)
afterAll(parkit.stop)
beforeEach(() => parkit.clock.set(noon))

test('an extension costs the difference of the whole stay, without a second fee', async () => {
  const driver = await parkit.driver()
  const whole = (await quote(driver, { Minutes: 90 })).body
  const { body } = await start(driver)
  later(20)
  const extended = await extend(driver, body.SessionId, 30)
  expect(extended.status).toBe(200)
  expect(extended.body.AmountPaid).toBeCloseTo(whole.Total, 10)
  expect(extended.body.Minutes).toBe(90)
  expect(await balance(driver)).toBeCloseTo(50 - whole.Total, 10)
})

test('an extension is charged what its quote said', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  const quoted = (await quote(driver, { SessionId: body.SessionId, Minutes: 30 })).body
  const extended = await parkit.call(
    contract.extend,
    { body: { SessionId: body.SessionId, Minutes: 30, QuoteId: quoted.QuoteId } },
    { token: driver.token },
  )
  expect(extended.body.AmountPaid).toBeCloseTo(body.AmountPaid + quoted.Total, 10)
  expect(extended.body.EndsAt).toBe(quoted.EndsAt)
})

test('an extension after another device’s extension is refused with the current quote', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  const quoted = (await quote(driver, { SessionId: body.SessionId, Minutes: 30 })).body
  const press = () =>
    parkit.call(
      contract.extend,
      { body: { SessionId: body.SessionId, Minutes: 30, QuoteId: quoted.QuoteId } },
      { token: driver.token },
    )
  expect((await press()).status).toBe(200)
  const { status, error } = await press()
  expect([status, error.Code]).toEqual([409, 'price_changed'])
  expect(error.Quote).toMatchObject({ Minutes: quoted.Minutes + 30, StartsAt: quoted.StartsAt })
  expect((await active(driver))[0]!.Minutes).toBe(quoted.Minutes)
})

test('concurrent extensions each count once', async () => {
  const driver = await parkit.driver({ dollars: 100 })
  const { body } = await start(driver, { ZoneNumber: zones.garage, Minutes: 60 })
  const answers = await Promise.all(Array.from({ length: 4 }, () => extend(driver, body.SessionId, 15)))
  expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200])
  const [session] = await active(driver)
  expect(session!.Minutes).toBe(120)
  expect(await balance(driver)).toBeCloseTo(100 - session!.AmountPaid, 10)
})

test('a stop refunds unused minutes where the zone allows it', async () => {
  const driver = await parkit.driver()
  const half = (await quote(driver, { Minutes: 30 })).body
  const { body } = await start(driver)
  later(29)
  parkit.clock.advance({ seconds: 30 })
  const told = await parkit.call(contract.stopQuote, { params: { id: body.SessionId } }, { token: driver.token })
  const stopped = await stop(driver, body.SessionId)
  expect(stopped.body).toMatchObject({ Status: 'ended', Minutes: 30, PaymentStatus: 'Paid' })
  expect(stopped.body.AmountPaid).toBeCloseTo(half.Total, 10)
  expect(stopped.body.Refunded).toBe(told.body.Refund)
  expect(await balance(driver)).toBeCloseTo(50 - half.Total, 10)
})

test('a flat-rate garage refunds nothing', async () => {
  const driver = await parkit.driver({ dollars: 100 })
  const { body } = await start(driver, { ZoneNumber: zones.garage, Minutes: 120 })
  later(10)
  const stopped = await stop(driver, body.SessionId)
  expect(stopped.body.Refunded).toBe(0)
  expect(await balance(driver)).toBeCloseTo(100 - body.AmountPaid, 10)
})

test('a stop within a minute of the start refunds everything, fee included', async () => {
  const driver = await parkit.driver({ dollars: 100 })
  const { body } = await start(driver, { ZoneNumber: zones.garage, Minutes: 120 })
  parkit.clock.advance({ seconds: 59 })
  const stopped = await stop(driver, body.SessionId)
  expect(stopped.body).toMatchObject({ AmountPaid: 0, PaymentStatus: 'Refunded' })
  expect(await balance(driver)).toBe(100)
})

test('after the clock was set back to before the start, a stop ends the session at its start', async () => {
  const driver = await parkit.driver({ dollars: 100 })
  const { body } = await start(driver, { ZoneNumber: zones.garage, Minutes: 120 })
  parkit.clock.advance({ seconds: -30 })
  const stopped = await stop(driver, body.SessionId)
  parkit.clock.advance({ seconds: 30 })
  expect(stopped.body).toMatchObject({ Status: 'ended', EndedAt: body.StartedAt, AmountPaid: 0 })
  expect(await balance(driver)).toBe(100)
})

test('concurrent stop and extension: the second one sees the first', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  later(10)
  const [extended, stopped] = await Promise.all([extend(driver, body.SessionId, 30), stop(driver, body.SessionId)])
  expect(stopped.status).toBe(200)
  expect([200, 409]).toContain(extended.status)
  expect(await active(driver)).toEqual([])
})

test('a repeated stop with one key answers the same; with another key the session has ended', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  later(5)
  const key = randomUUID()
  const first = await stop(driver, body.SessionId, key)
  expect((await stop(driver, body.SessionId, key)).body).toEqual(first.body)
  const again = await stop(driver, body.SessionId)
  expect([again.status, again.error.Code]).toEqual([409, 'session_ended'])
})

test('a session ends automatically; no read shows it active past its end', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  later(60)
  expect(await active(driver)).toEqual([])
  const read = () => parkit.call(contract.session, { params: { id: body.SessionId } }, { token: driver.token })
  expect((await read()).body).toMatchObject({ Status: 'ended', EndedAt: body.EndsAt })
  expect((await extend(driver, body.SessionId, 15)).error.Code).toBe('session_ended')
  await parkit.jobs.runDue()
  const after = (await read()).body
  expect(after).toMatchObject({ Status: 'ended', EndedAt: body.EndsAt, Minutes: 60 })
  expect(after.Steps.map(step => step.Kind)).toEqual(['started', 'ended'])
})

test('a session that ends while no server runs is closed by the next one', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  later(90)
  const next = await buildApp({
    config: readConfig({ LOG_LEVEL: 'silent' }),
    db: parkit.db,
    clock: parkit.clock,
    city: source(parkingCity()),
  })
  await next.jobs.runDue()
  await next.app.close()
  const { rows } = await parkit.db.pool.query('select status, ended_at from session where session_id = $1', [
    body.SessionId,
  ])
  expect(rows).toEqual([{ status: 'ended', ended_at: Temporal.Instant.from(body.EndsAt) }])
})

test('a plate can park again after its session’s end, before the job has run', async () => {
  const driver = await parkit.driver()
  await start(driver)
  later(61)
  expect((await start(driver)).status).toBe(200)
})

test('the job of an old end does not end an extended session', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  await extend(driver, body.SessionId, 30)
  later(61)
  await parkit.jobs.runDue()
  expect(await active(driver)).toHaveLength(1)
})

test('sessions are listed newest first, page by page', async () => {
  const driver = await parkit.driver({ dollars: 200 })
  for (let n = 0; n < 5; n++) {
    const { body } = await start(driver, { Minutes: 15 })
    later(2)
    await stop(driver, body.SessionId)
  }
  const first = await parkit.call(contract.sessions, { query: { Limit: 2 } }, { token: driver.token })
  expect(first.body.Items).toHaveLength(2)
  const second = await parkit.call(
    contract.sessions,
    { query: { Limit: 2, Cursor: first.body.NextCursor! } },
    { token: driver.token },
  )
  const third = await parkit.call(
    contract.sessions,
    { query: { Limit: 2, Cursor: second.body.NextCursor! } },
    { token: driver.token },
  )
  const ids = [first, second, third].flatMap(page => page.body.Items.map(item => item.SessionId))
  expect(new Set(ids).size).toBe(5)
  expect(third.body.NextCursor).toBeNull()
  const starts = [first, second, third].flatMap(page => page.body.Items.map(item => item.StartedAt))
  expect(starts).toEqual([...starts].sort().reverse())
})

test('the receipt is a PDF, for the session’s driver only', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  const receipt = await parkit.call(contract.receiptPdf, { params: { id: body.SessionId } }, { token: driver.token })
  expect(receipt.status).toBe(200)
  expect(String(receipt.body).slice(0, 5)).toBe('%PDF-')
})

/** Of the letters in a PDF, in points. */
const fontSizes = (pdf: Buffer): number[] =>
  [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)endstream/g)]
    .map(([, stream]) => Buffer.from(stream!, 'latin1'))
    // zlib's mark; what is packed otherwise draws nothing
    .filter(stream => stream[0] === 0x78)
    .flatMap(stream => [
      ...inflateSync(stream)
        .toString('latin1')
        .matchAll(/\/F\d+ ([\d.]+) Tf/g),
    ])
    .map(([, size]) => Number(size))

test('the receipt in large print has the same text, at 18 points or more', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  const read = async (query: string) => {
    const { rawPayload, statusCode } = await parkit.app.inject({
      url: `${contract.receiptPdf.path.replace(':id', body.SessionId)}${query}`,
      headers: { authorization: `Bearer ${driver.token}` },
    })
    return { statusCode, rawPayload }
  }
  const [usual, large] = [await read(''), await read('?Print=large')]
  expect(Math.min(...fontSizes(usual.rawPayload))).toBe(11)
  expect(Math.min(...fontSizes(large.rawPayload))).toBe(18)
  const wordsOf = (pdf: Buffer) => readPdf(pdf).drawn.join('').replaceAll(' ', '')
  expect(wordsOf(large.rawPayload)).toBe(wordsOf(usual.rawPayload))
  expect((await read('?Print=huge')).statusCode).toBe(400)
})

test('the receipt’s PDF is tagged, titled, and in the driver’s language', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  const read = async (language: string) => {
    const { rawPayload } = await parkit.app.inject({
      url: contract.receiptPdf.path.replace(':id', body.SessionId),
      headers: { authorization: `Bearer ${driver.token}`, 'accept-language': language },
    })
    return readPdf(rawPayload)
  }
  const texts = {
    en: ['en-US', 'Receipt', 'Amount Paid', 'Auto Extend Used'],
    es: ['es-US', 'Recibo', 'Monto pagado', 'Extensión automática'],
    // words whose letters are drawn in the order in which they are read
    hi: ['hi-IN', 'रसीद', 'मॉडल', 'पता'],
  }
  for (const [language, [tag, ...expected]] of Object.entries(texts)) {
    const { drawn, objects } = await read(language)
    const text = drawn.join('').replaceAll(' ', '')
    for (const one of expected) expect(text).toContain(one.replaceAll(' ', ''))
    expect(text).not.toContain('undefined')
    // the document says that it is tagged, what it is called, and in which language it is
    expect(objects).toContain('/Marked true')
    expect(objects).toContain(`/Lang (${tag})`)
    expect(objects).toContain('/DisplayDocTitle true')
    // a font that is not embedded is another one elsewhere
    const fontFiles = objects.match(/\/FontFile2 /g)
    expect(objects.match(/\/Type \/FontDescriptor/g)).toHaveLength(fontFiles!.length)
    expect(objects).not.toMatch(/Helvetica/)
    const tags = [...objects.matchAll(/\/S \/(Document|P|H1|Table|TR|TH|TD)\b/g)].map(([, tag]) => tag)
    const count = (tag: string) => tags.filter(one => one === tag).length
    expect([count('Document'), count('H1'), count('Table')]).toEqual([1, 1, 1])
    expect(count('TR')).toBeGreaterThan(14)
    expect([count('TH'), count('TD')]).toEqual([count('TR'), count('TR')])
    expect(objects.match(/\/Scope \/Row/g)).toHaveLength(count('TH'))
    // every element has its parent, its content, and a place in the tree
    expect(objects.match(/\/K \[/g)!.length).toBeGreaterThanOrEqual(tags.length)
    const placed = /\/ParentTree [\s\S]*?\/Nums \[\s*0 \[([^\]]*)\]/.exec(objects)![1]!.match(/\d+ 0 R/g)!
    expect(placed).toHaveLength(count('P') + count('H1') + count('TH') + count('TD'))
  }
})

test('the wallet shows each movement with the balance after it', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver)
  later(5)
  await stop(driver, body.SessionId)
  const { Items } = (await parkit.call(wallet.activity, { query: {} }, { token: driver.token })).body
  expect(Items.map(item => item.Kind)).toEqual(['unusedMinutes', 'fare', 'topUp'])
  expect(Items[0]!.BalanceAfter).toBe(await balance(driver))
  expect(Items[1]).toMatchObject({ SessionId: body.SessionId, Name: body.Name })
})
