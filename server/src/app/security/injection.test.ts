// Formulas in tables, and hostile texts in PDFs, response headers, and log lines: each tried through the calls that take them.
import * as account from '@parkit/contract/driver/account'
import { update } from '@parkit/contract/driver/profile'
import * as vehicles from '@parkit/contract/driver/vehicles'
import * as past from '@parkit/contract/parking/past'
import * as parking from '@parkit/contract/parking/sessions'
import * as chat from '@parkit/contract/support/chat'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { testPlace } from '#city/places/testing.ts'
import { parkingCity } from '#parking/sessions/testing.ts'
import { createLog } from '#platform/log.ts'
import { formOf, pdf } from '#support/support/testing.ts'
import { formulas, hostile, isOneLine, readCsv, readPdf } from './injection-testing.ts'

const texts = [...formulas, ...hostile]
/** the place with the text, as name and as address, has this number */
const zoneOf = (index: number) => String(7001 + index)
const long = 'W'.repeat(120)

const city = parkingCity()
city.places.push(
  ...[...texts, long].map((text, index) =>
    testPlace(zoneOf(index), 1_000 + index, {
      timeZone: 'America/Chicago',
      tariffId: 'quarters',
      name: text.slice(0, 120),
      address: text,
    }),
  ),
)

let parkit: TestServer
let maya: Awaited<ReturnType<TestServer['driver']>>
const lines: string[] = []
const sessions: parking.Session[] = []
beforeAll(async () => {
  parkit = await startTestServer({ city, log: createLog('trace', line => lines.push(line)) })
  maya = await parkit.driver({ dollars: 100 })
  for (const index of [...texts, long].keys()) {
    const body = { ZoneNumber: zoneOf(index), VehicleId: maya.VehicleId, Minutes: 15, PayWith: 'wallet' }
    const { status, body: session } = await parkit.call(parking.start, { body }, { token: maya.token })
    expect([status, texts[index]]).toEqual([200, texts[index]])
    parkit.clock.advance({ minutes: 5 })
    await parkit.call(parking.stop, { body: { SessionId: session.SessionId } }, { token: maya.token })
    sessions.push(session)
  }
}, 60_000)
afterAll(() => parkit.stop())

test('29: no cell of the exported table is a formula, whatever the place is called', async () => {
  for (const language of ['en', 'hi']) {
    const { body } = await parkit.call(past.sessionsCsv, { query: {} }, { token: maya.token, language })
    const [head, ...rows] = readCsv(String(body))
    expect(rows).toHaveLength(sessions.length)
    for (const row of rows) {
      expect(row).toHaveLength(head!.length)
      for (const cell of row) {
        expect(cell).not.toMatch(/(^|[;\t\r\n])[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@|＝＋－＠]/u)
        expect(isOneLine(cell), cell).toBe(true)
      }
    }
  }
})

test('29: a formula is refused as make, model, plate, state, color, and year', async () => {
  const good = {
    VehicleMake: 'HONDA',
    VehicleModel: 'CIVIC',
    PlateNumber: 'AB 1',
    PlateState: 'Illinois',
    VehicleColor: 'BLUE',
    VehicleYear: '2022',
  }
  for (const field of Object.keys(good))
    for (const text of texts) {
      const body = { ...good, [field]: text }
      const { status, error } = await parkit.call(vehicles.addVehicle, { body }, { token: maya.token })
      expect([status, Object.keys(error.Fields ?? {}), text]).toEqual([400, [field], text])
    }
})

const receipt = async (id: string, token = maya.token) =>
  parkit.app.inject({
    url: parking.receiptPdf.path.replace(':id', id),
    headers: { authorization: `Bearer ${token}` },
  })

test('a receipt draws every text as text: no link, no script, no second object, no row that is not its own', async () => {
  const plain = await receipt((await parkit.park(maya)).SessionId)
  const usual = readPdf(plain.rawPayload)
  expect(usual.drawn).toEqual(expect.arrayContaining(['ParkIt', 'Receipt', 'Zone', '5101', 'Session ID']))
  const shape = (objects: string) => objects.match(/\d+ 0 obj|\/[A-Z]\w+/g)!.join(' ')
  for (const { SessionId, Name } of sessions.slice(0, -1)) {
    const { statusCode, rawPayload } = await receipt(SessionId)
    const { drawn, objects } = readPdf(rawPayload)
    expect([statusCode, Name]).toEqual([200, Name])
    expect(shape(objects), Name).toBe(shape(usual.objects))
    expect(objects).not.toMatch(/\/(URI|JavaScript|JS|OpenAction|AA|Launch|Annots|EmbeddedFile)\b|evil/)
    // what the font can't draw is a question mark, not other letters
    expect(drawn.join(''), Name).not.toMatch(/[^\x20-\x7E\xA0-\xFF–—‘’“”•…]/)
    expect(drawn.join(' ')).not.toMatch(/[^\S ]/)
    expect(drawn.length).toBeLessThan(usual.drawn.length + 8)
  }
  const arabic = readPdf(
    (await receipt(sessions[texts.findIndex(text => text.includes('مرحبا'))]!.SessionId)).rawPayload,
  )
  expect(arabic.drawn.join(' ')).toContain('???? ?????')
  // a name without an end stays on its page, and so does the rest
  const { drawn, objects } = readPdf((await receipt(sessions.at(-1)!.SessionId)).rawPayload)
  expect(objects.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(drawn).toEqual(expect.arrayContaining(['Auto Extend Used', 'Illinois']))
})

test('no text reaches a response header', async () => {
  const { token } = maya
  for (const text of hostile) {
    // as many files an hour as a driver may send
    parkit.clock.advance({ hours: 1 })
    for (const name of [encodeURIComponent(text), text.replace(/[\r\n"]/g, '_')]) {
      const { payload, headers } = formOf(pdf, name)
      const sent = await parkit.app.inject({
        method: 'POST',
        url: chat.attach.path,
        payload,
        headers: { ...headers, authorization: `Bearer ${token}` },
      })
      expect([sent.statusCode, name]).toEqual([200, name])
      const file = await parkit.app.inject({ url: sent.json().Url, headers: { authorization: `Bearer ${token}` } })
      expect(file.statusCode).toBe(200)
      expect(file.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w.%~!'()*-]+$/)
      expect(file.headers).not.toHaveProperty('set-cookie')
    }
    // an address is never repeated in a header: not in a redirect, not in an error
    for (const url of [`/${encodeURIComponent(text)}`, `/login?next=${encodeURIComponent(`//evil.example/${text}`)}`]) {
      const { headers, statusCode } = await parkit.app.inject({
        url,
        headers: { 'x-request-id': encodeURIComponent(text) },
      })
      expect(statusCode).toBeLessThan(500)
      expect(headers).not.toHaveProperty('location')
      expect(Object.values(headers).join('\n')).not.toMatch(/evil|forged/i)
    }
  }
})

test('51, 52: hostile names, words, and addresses forge no log line, color no terminal, and are not logged', async () => {
  lines.length = 0
  const { token } = maya
  for (const text of hostile) {
    const person = {
      FirstName: text,
      LastName: text,
      AddressLine1: text,
      AddressLine2: text,
      City: text,
      State: 'Illinois',
    }
    const contact = {
      UserName: text,
      EmailAddress: maya.email,
      PhoneNumber: '3125550100',
      ZipCode: '60601',
      MinBalance: '0',
    }
    await parkit.call(update, { body: { ...person, ...contact } }, { token })
    await parkit.call(chat.say, { body: { text, AttachmentIds: [] } }, { token })
    await parkit.call(account.token, { body: { grant_type: 'password', username: text, password: text } })
    await parkit.app.inject({
      url: `/api/Parking/Find?Query=${encodeURIComponent(text)}`,
      headers: {
        'user-agent': encodeURIComponent(text),
        referer: `https://evil.example/${encodeURIComponent(text)}`,
        'x-forwarded-for': 'evil',
      },
    })
    await parkit.app.inject({ url: `/api/${encodeURIComponent(text)}` })
  }
  expect(lines.length).toBeGreaterThan(hostile.length)
  for (const line of lines) {
    expect(isOneLine(line.trimEnd())).toBe(true)
    expect(Object.keys(JSON.parse(line))).not.toContain('x')
  }
  expect(lines.join('')).not.toMatch(/evil|forged|jndi|drop table/i)
})
