// Damaged or hostile storage on the device: every screen shows, without a fault, and the app repairs what the server knows.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Driver } from './api.ts'
import { openBrowser, openContext } from './browser.ts'
import { type Paths, prepare } from './paths.ts'
import { arrive } from './screen-checks.ts'
import { signIn, signInOnScreen, store } from './sign-in.ts'

const address = inject('address')
let browser: Browser
let driver: Driver
let paths: Paths
beforeAll(async () => {
  browser = await openBrowser()
  ;({ driver, paths } = await prepare(address))
})
afterAll(() => browser.close())

const markup = '<img src=x onerror="window.ran=true">'
const far = '9999-12-31T23:59:59Z'

/** Records of a driver that no version of the app wrote. */
const records: Record<string, string> = {
  empty: '',
  'no JSON': '{"FirstName":"Ma',
  null: 'null',
  'a number': '42',
  'a text': '"Maya"',
  'an array': '[{"FirstName":"Maya"}]',
  'no fields': '{}',
  'a few fields': '{"FirstName":"Maya","PhoneNumber":"+13125550100"}',
  'fields of other types':
    '{"FirstName":{"a":1},"LastName":["b"],"PhoneNumber":3125550100,"EmailAddress":null,"UserName":true}',
  markup: JSON.stringify({
    FirstName: markup,
    LastName: markup,
    PhoneNumber: markup,
    EmailAddress: markup,
    UserName: markup,
  }),
  'prototype keys':
    '{"__proto__":{"FirstName":1},"constructor":{"prototype":{"x":1}},"toString":"x","FirstName":"Maya"}',
  'a huge text': JSON.stringify({ FirstName: 'M'.repeat(1_000_000), UserName: far }),
}

/** Of the other recorded keys, and of what the app caches for offline use. */
const values = [
  'null',
  '{}',
  '[]',
  '0',
  '"',
  markup,
  far,
  '__proto__',
  '\u0000\r\nX: y',
  'नमस्ते 🚗',
  'x'.repeat(200_000),
]
const plainKeys = ['app_id', 'p_user_id', 'client_id', 'username', 'is_vehicle', 'is_guestUser', 'parkitFlag']

/** What every screen shows is there, and nothing of what an error view shows. */
const expectScreen = async (page: Page, path: string, faults: string[], what: string) => {
  await arrive(page, path)
  const shown = await page.locator('body').textContent()
  expect(shown, `${what}: ${path}`).not.toContain('Unexpected Application Error!')
  expect(shown!.trim().length, `${what}: ${path}`).toBeGreaterThan(20)
  expect(await page.evaluate(() => window.ran), `${what}: ${path}`).toBeUndefined()
  expect(faults, `${what}: ${path}`).toEqual([])
}

const get = (page: Page, key: string) => page.evaluate(name => localStorage.getItem(name), key)

test('a damaged record of the driver breaks no screen, and is repaired', { timeout: 400_000 }, async () => {
  const { page, context, faults } = await openContext(browser, address)
  await signIn(page, driver)
  const own = await page.evaluate(() => ({ member: localStorage.p_user_id, user: localStorage.user_data }))
  for (const [what, record] of Object.entries(records)) {
    for (const path of what === 'a few fields' ? paths.driver : ['/homepage', '/profile', '/forgot']) {
      // without a member nothing that is unsent belongs to anybody
      await store(page, {
        user_data: record,
        username: record.slice(0, 100),
        p_user_id: what === 'null' ? '' : own.member,
      })
      await expectScreen(page, path, faults, what)
    }
    await arrive(page, '/homepage')
    await expect
      .poll(async () => [what, JSON.parse((await get(page, 'user_data'))!)])
      .toEqual([what, JSON.parse(own.user)])
    expect(await get(page, 'p_user_id')).toBe(own.member)
  }
  await context.close()
})

test('other recorded keys with damaged values break no screen', { timeout: 300_000 }, async () => {
  const { page, context, faults } = await openContext(browser, address)
  await signIn(page, driver)
  for (const value of values) {
    await store(page, Object.fromEntries(plainKeys.map(key => [key, value])))
    for (const path of ['/homepage', '/profile']) await expectScreen(page, path, faults, value.slice(0, 20))
  }
  await context.close()
})

test('a damaged token is no sign-in, or one that the server refuses; a new one works', {
  timeout: 300_000,
}, async () => {
  for (const token of ['null', '"', markup, '\u0000\r\nX: y', 'नमस्ते 🚗', 'x'.repeat(200_000)]) {
    const { page, context, faults } = await openContext(browser, address)
    await page.goto('/robots.txt')
    await store(page, { access_token: token, user_data: records['a few fields']! })
    for (const path of ['/homepage', '/parkit3']) await expectScreen(page, path, faults, token.slice(0, 20))
    // no call could carry it, not even to be refused
    const isWord = /^[!-~]{1,200}$/.test(token)
    await expect.poll(() => new URL(page.url()).pathname).toBe(isWord ? '/homepage' : '/parkit3')
    // whoever is taken for signed in signs out by his first press, or by hand
    await page.evaluate(() => localStorage.clear())
    await signInOnScreen(page, driver)
    expect(await get(page, 'access_token'), token.slice(0, 20)).toMatch(/^[\w-]{43}$/)
    await context.close()
  }
})

/** Writes into a store of the app's, as no version of it did. */
const write = (page: Page, name: string, store: string, entries: [string, unknown][]) =>
  page.evaluate(
    given =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(given.name)
        opening.onupgradeneeded = () => opening.result.createObjectStore(given.store)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const written = opening.result.transaction(given.store, 'readwrite')
          for (const [key, value] of given.entries) written.objectStore(given.store).put(value, key)
          written.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    { name, store, entries },
  )

test('damaged queues of presses and messages break no screen', { timeout: 200_000 }, async () => {
  const { page, context, faults } = await openContext(browser, address)
  await signIn(page, driver)
  await arrive(page, '/chatsupport')
  const member = await get(page, 'p_user_id')
  const damaged = [
    null,
    5,
    markup,
    [],
    {},
    { id: 'x', kind: 'stop', atMs: far, state: 'waiting', zone: null },
    { key: 'k', text: 5, files: [null] },
  ]
  const entries = damaged.map((value, i): [string, unknown] => [`${member} ${i}`, value])
  await write(page, 'parkit-attempts', 'attempts', entries)
  await write(page, 'parkit-chat', 'waiting', entries)
  for (const path of ['/homepage', '/attempts', '/chatsupport', '/profile', '/dashboard'])
    await expectScreen(page, path, faults, 'damaged queues')
  await context.close()
})

test('a damaged choice of language and theme in IndexedDB is not taken', async () => {
  const { page, context, faults } = await openContext(browser, address)
  await page.goto('/parkit3')
  for (const choice of [
    null,
    5,
    'en',
    {},
    { language: 'xx', theme: 'auto' },
    { language: '__proto__', theme: markup },
  ]) {
    await write(page, 'keyval-store', 'keyval', [['settings:device', choice]])
    // an open screen would write the cookie again
    await page.goto('/robots.txt')
    await context.clearCookies({ name: 'first_look' })
    await expectScreen(page, '/parkit3', faults, JSON.stringify(choice))
  }
  await context.close()
})
