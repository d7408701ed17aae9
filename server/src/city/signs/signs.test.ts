// Printed signs over HTTP and on paper: which links are real, what retiring and new keys change, and what a sheet's code says.
import { checkSign } from '@parkit/contract/city/signs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noon, startTestServer, type TestServer } from '#app/testing.ts'
import type { CityRow } from '#city/cities/cities.ts'
import { zones } from '#parking/sessions/testing.ts'
import { readPdfCodes } from './pdf-codes-testing.ts'
import { paperSizes, signsPdf } from './sign-sheet.ts'
import { createSigns } from './signs.ts'

let parkit: TestServer
let signs: ReturnType<typeof createSigns>
let city: CityRow
beforeAll(async () => {
  parkit = await startTestServer()
  const { cities } = parkit.features
  signs = createSigns({ db: parkit.db, publicUrl: 'https://parkit.example/', cities })
  city = (await cities.find('test'))!
})
afterAll(() => parkit.stop())

const partsOf = (url: string) => {
  const [, City = '', ZoneNumber = '', S = ''] = /\/z\/(\w+)\/(\d+)\?s=(.+)$/.exec(url) ?? []
  return { City, ZoneNumber, S }
}
const check = async (query: ReturnType<typeof partsOf>) => {
  const { status, body, error } = await parkit.call(checkSign, { query })
  return status === 200 ? body : error.Code
}
const issueOne = async (zone: string, always = false) => (await signs.issue(city, [zone], noon, always))[0]!

test('the link of a sign is verified, and no other is', async () => {
  const { url } = await issueOne(zones.street)
  expect(url).toMatch(/^https:\/\/parkit\.example\/z\/test\/5101\?s=1\.[\w-]{14}$/)
  const real = partsOf(url)
  expect(await check(real)).toEqual({ Verified: true, City: 'test', CityName: 'Test City', ZoneNumber: zones.street })
  const garage = partsOf((await issueOne(zones.garage)).url)
  const [serial, mac = ''] = real.S.split('.')
  // the last character carries four bits that no byte uses
  const last = mac.at(-1)!
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const sameBytes = alphabet[alphabet.indexOf(last) ^ 1]
  for (const forged of [
    { ...real, ZoneNumber: zones.garage },
    { ...real, S: garage.S },
    { ...real, City: 'boston' },
    { ...real, City: 'TEST' },
    { ...real, ZoneNumber: '9999' },
    { ...real, S: `2.${mac}` },
    { ...real, S: `0${serial}.${mac}` },
    { ...real, S: `${serial}.${mac.slice(0, -1)}` },
    { ...real, S: `${serial}.${mac}A` },
    { ...real, S: `${serial}.${mac.slice(0, -1)}${sameBytes}` },
    { ...real, S: `${serial}.${mac[0] === 'A' ? 'B' : 'A'}${mac.slice(1)}` },
    { ...real, S: `99999999999999.${mac}` },
    { ...real, S: '1.' },
  ])
    expect([forged, await check(forged)]).toEqual([forged, 'sign_foreign'])
})

test('a sign is printed again with the same link, and gets a further serial only when asked or retired', async () => {
  const [first, again] = await Promise.all([issueOne(zones.free), issueOne(zones.free)])
  expect(again).toEqual(first)
  const second = await issueOne(zones.free, true)
  expect([first.serial, second.serial]).toEqual([1, 2])
  expect(await check(partsOf(first.url))).toMatchObject({ Verified: true })
  expect(await signs.retire(city, zones.free, 2, noon)).toBe(true)
  expect(await signs.retire(city, zones.free, 2, noon)).toBe(false)
  expect(await check(partsOf(second.url))).toBe('sign_retired')
  expect(await issueOne(zones.free)).toEqual(first)
  await signs.retire(city, zones.free, 1, noon)
  expect((await issueOne(zones.free)).serial).toBe(3)
})

test('a new key leaves old signs real, and the end of a key ends its signs', async () => {
  const old = await issueOne(zones.noReturn)
  await signs.makeKey(city, noon)
  expect(await issueOne(zones.noReturn)).toEqual(old)
  const fresh = await issueOne(zones.twoSpaces)
  expect(await check(partsOf(fresh.url))).toMatchObject({ Verified: true })
  expect([
    await signs.endKey(city, 1, noon),
    await signs.endKey(city, 1, noon),
    await signs.endKey(city, 9, noon),
  ]).toEqual([true, false, false])
  expect(await check(partsOf(old.url))).toBe('sign_retired')
  expect(await check(partsOf(fresh.url))).toMatchObject({ Verified: true })
  // a guess learns nothing of which signs there were
  expect(await check({ ...partsOf(old.url), S: '1.AAAAAAAAAAAAAA' })).toBe('sign_foreign')
  const next = await issueOne(zones.noReturn)
  expect([next.serial, await check(partsOf(next.url))]).toEqual([2, expect.objectContaining({ Verified: true })])
})

test('a sheet’s code says the sign’s link, on a page for each sign in both paper sizes', async () => {
  const numbers = [zones.street, zones.garage]
  const links = await signs.issue(city, numbers, noon)
  const pages = links.map(link => ({
    link,
    place: parkit.features.places.resolvePlace({ ZoneNumber: link.zoneNumber }),
  }))
  for (const [size, [width, height]] of Object.entries(paperSizes)) {
    const pdf = await signsPdf(pages, {
      city: city.name,
      size: size as keyof typeof paperSizes,
      at: noon,
      textNumber: '72754',
      phone: '+13125550150',
    })
    expect(readPdfCodes(pdf).map(({ url }) => url)).toEqual(links.map(({ url }) => url))
    expect(pdf.toString('latin1').split(`/MediaBox [0 0 ${width} ${height}]`)).toHaveLength(links.length + 1)
  }
})
