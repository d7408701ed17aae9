// Security of every screen: only the content security policy's sources load, texts stay texts, Logout deletes all data.
import { profile, token as tokenCall } from '@parkit/contract/driver/account'
import { update } from '@parkit/contract/driver/profile'
import * as chat from '@parkit/contract/support/chat'
import { sendFeedback } from '@parkit/contract/support/feedback'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { en as dataWords } from '../web/src/driver/account/data/words.en.ts'
import { call, require } from './api.ts'
import { prepareScreens } from './file-setup.ts'
import { localeWords } from './locale-words.ts'
import { arrive } from './screen-checks.ts'
import { signIn, signInOnScreen, store } from './sign-in.ts'
import { newStaff, openDesk } from './staff.ts'

const screens = prepareScreens()
const address = inject('address')

declare global {
  interface Window {
    broken: string[]
    ran?: boolean
  }
}

/** Hears of each break of the policy from the first moment of a page. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    window.broken = []
    document.addEventListener('securitypolicyviolation', event =>
      window.broken.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`),
    )
  })

/** What a stored text would do if it became a page. */
const attacks = [
  '<img src=x onerror="window.ran=true">',
  '"><script>window.ran=true</script>',
  '<svg onload=window.ran=true>',
]

const plant = async () => {
  const { token } = screens.driver
  for (const text of attacks) {
    await require(address, chat.say, { body: { text, AttachmentIds: [] } }, { token })
    await require(address, sendFeedback, { body: { Stars: 1, Text: text } }, { token })
  }
  await require(address, update, {
    body: {
      UserName: screens.driver.email,
      EmailAddress: screens.driver.email,
      PhoneNumber: '3125550100',
      FirstName: attacks[0]!,
      LastName: attacks[2]!,
      AddressLine1: attacks[1]!,
      AddressLine2: '',
      City: attacks[2]!,
      State: 'IL',
      ZipCode: '60601',
      MinBalance: '0',
    },
  }, { token })
}

test.each(['nobody', 'driver'] as const)(
  '28, 39: every screen for %s runs and loads only what the policy allows',
  {
    timeout: 300_000,
  },
  async who => {
    const { page, context, faults } = await screens.open()
    await listen(page)
    if (who === 'driver') {
      await plant()
      await signIn(page, screens.driver)
    }
    const broken: string[] = []
    for (const path of screens.paths[who]) {
      await arrive(page, path)
      const told = await page.evaluate(() => ({ broken: window.broken, ran: window.ran }))
      broken.push(...told.broken.map(what => `${path}: ${what}`))
      expect(told.ran, path).toBeUndefined()
    }
    expect(broken).toEqual([])
    expect(faults.filter(fault => /Content.Security.Policy|Refused to/i.test(fault))).toEqual([])
    await context.close()
  },
)

test('39: the staff and sandbox screens comply with the policy', {
  timeout: 120_000,
}, async () => {
  const { page, context, faults } = await screens.open()
  await listen(page)
  await openDesk(page, await newStaff('Sofia'))
  const broken: string[] = []
  for (const path of [...screens.paths.staff, '/sandbox/outbox']) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    broken.push(...(await page.evaluate(() => window.broken)).map(what => `${path}: ${what}`))
  }
  expect(broken).toEqual([])
  expect(faults.filter(fault => /Content.Security.Policy|Refused to/i.test(fault))).toEqual([])
  await context.close()
})

test.each(['landing', 'home'] as const)('39: the first view of %s renders with its own style only', async screen => {
  const { page, context } = await screens.open()
  await listen(page)
  await page.route('**/assets/*', route => route.abort())
  for (const look of screen === 'landing'
    ? ['nobody.hi.dark']
    : ['nobody.en.auto', 'driver.hi.light', 'parked.en.dark']) {
    await context.addCookies([{ name: 'first_look', value: look, url: address }])
    await page.goto(screen === 'landing' ? '/' : '/homepage')
    const drawn = await page.evaluate(() => ({
      broken: window.broken,
      sheets: [...document.styleSheets].filter(({ href }) => href === null).length,
      bays: document.querySelectorAll('[data-style]').length,
      wide: [...document.querySelectorAll('[data-style]')].filter(
        one => getComputedStyle(one).getPropertyValue('--items') === '5',
      ).length,
    }))
    expect([look, drawn.broken, drawn.sheets]).toEqual([look, [], 1])
    if (screen === 'home') expect([look, drawn.wide]).toEqual([look, 1])
  }
  await context.close()
})

test('39: an injected script or style has no effect', async () => {
  const { page, context } = await screens.open()
  await listen(page)
  await page.goto('/parkit3')
  await page.evaluate(async () => {
    const script = document.createElement('script')
    script.append('window.ran = true')
    document.body.append(script)
    const foreign = Object.assign(document.createElement('link'), { rel: 'modulepreload' })
    foreign.href = 'https://evil.example/script.js'
    document.head.append(foreign)
    const image = document.createElement('div')
    document.body.append(image)
    image.setAttribute('style', 'position: fixed; inset: 0')
    const style = document.createElement('style')
    style.textContent = 'body { display: none }'
    document.body.append(style)
    await fetch('https://evil.example/').catch(() => undefined)
  })
  const expected = ['script-src-elem', 'style-src-elem', 'style-src-attr', 'connect-src']
  const broken = () => page.evaluate(() => window.broken.map(what => what.split(' ')[0]))
  await expect.poll(broken).toEqual(expect.arrayContaining(expected))
  expect(await page.evaluate(() => window.ran)).toBeUndefined()
  await context.close()
})

test('39: no text becomes HTML, a handler, or the address of a script; the app’s own workers start', async () => {
  const { page, context, faults } = await screens.open()
  await listen(page)
  await page.goto('/parkit3')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  expect(await page.evaluate(() => window.broken)).toEqual([])
  expect(faults).toEqual([])
  const sinks = await page.evaluate(() => {
    const element = document.createElement('div')
    const tries: Record<string, () => unknown> = {
      innerHTML: () => Object.assign(element, { innerHTML: '<img src=x onerror="window.ran=true">' }),
      handler: () => element.setAttribute('onclick', 'window.ran = true'),
      script: () => Object.assign(document.createElement('script'), { src: '/robots.txt' }),
      worker: () => new Worker('/robots.txt'),
      policy: () =>
        (
          window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
        ).trustedTypes.createPolicy('other', {}),
    }
    return Object.entries(tries).flatMap(([name, attempt]) => {
      try {
        attempt()
        return [name]
      } catch {
        return []
      }
    })
  })
  expect(sinks).toEqual([])
  await context.close()
})

/** All that this browser keeps for the app, as text. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const told: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      told.push((await cache.keys()).map(({ url }) => url))
    }
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name!)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store).getAll()
        await new Promise(resolve => {
          all.onsuccess = resolve
        })
        told.push(all.result)
      }
      db.close()
    }
    return JSON.stringify(told)
  })

test('44: no cache stores an API response, and nothing about the driver remains after Logout', {
  timeout: 120_000,
}, async () => {
  const { page, context } = await screens.open()
  await signIn(page, screens.driver)
  for (const path of ['/homepage', '/profile', '/account', '/pastpark', '/myvehicles']) await arrive(page, path)
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  expect(token).toMatch(/^[\w-]{43}$/)
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = { authorization: `Bearer ${token}`, cookie }
  const statusOf = async () => (await fetch(new URL('/api/Account/Profile', address), { headers })).status
  expect(await statusOf()).toBe(200)
  const before = await kept(page)
  expect(before).toContain(screens.driver.email)
  expect(before).not.toMatch(/https?:[^"]*\/api\//)
  const { account } = localeWords.en
  await arrive(page, '/profile')
  await page.getByRole('button', { name: account.logout, exact: true }).click()
  await page.getByRole('button', { name: account.logoutYes }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  await expect.poll(async () => (await kept(page)).includes(screens.driver.email)).toBe(false)
  const after = await kept(page)
  expect(after).not.toContain(token)
  expect(await statusOf()).toBe(401)
  // the device stays known to the account, by a tag that names nobody
  expect((await context.cookies()).map(({ name }) => name).toSorted()).toEqual(['device', 'first_look'])
  await context.close()
})

test('14: a token read from local storage is worth nothing: not elsewhere, and not here without the cookie', {
  timeout: 120_000,
}, async () => {
  const { page, context, faults } = await screens.open()
  await signInOnScreen(page, screens.driver)
  const stored: Record<string, string> = await page.evaluate(() => ({ ...localStorage }))
  expect(await page.evaluate(() => document.cookie)).not.toContain('sign_in')
  expect(await context.cookies()).toContainEqual(
    expect.objectContaining({ name: 'sign_in', httpOnly: true, sameSite: 'Strict', path: '/' }),
  )
  const headers = { authorization: `Bearer ${stored.access_token}` }
  expect((await fetch(new URL('/api/Account/Profile', address), { headers })).status).toBe(401)
  // another browser with all of this one's storage
  const thief = await screens.open()
  await thief.page.goto('/robots.txt')
  await store(thief.page, stored)
  const refused = thief.page.waitForResponse('**/api/Account/Profile')
  await thief.page.goto('/profile')
  expect((await refused).status()).toBe(401)
  await thief.context.close()

  // everything of the app goes on: its screens, its event stream, its service worker, a second tab, a file
  const streamed = page.waitForResponse('**/api/Support/Stream*')
  await arrive(page, '/profile')
  expect((await streamed).status()).toBe(200)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await arrive(page, '/account')
  const tab = await context.newPage()
  await arrive(tab, '/myvehicles')
  const answer = tab.waitForResponse('**/api/Vehicle/List')
  await tab.reload()
  expect((await answer).status()).toBe(200)
  expect(faults).toEqual([])
  await context.close()
})

test('16: a driver sees the devices signed in and signs out the others', { timeout: 120_000 }, async () => {
  const body = { grant_type: 'password', username: screens.driver.email, password: screens.driver.password } as const
  const { access_token: other } = await require(address, tokenCall, { body })
  const isAlive = async () => (await call(address, profile, {}, { token: other })).ok
  expect(await isAlive()).toBe(true)
  const { page, context } = await screens.open()
  await signIn(page, screens.driver)
  await arrive(page, '/profile')
  await page.getByRole('button', { name: dataWords.signIns }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(dataWords.thisDevice).waitFor()
  await sheet.getByText(dataWords.device('Chrome', 'Linux')).first().waitFor()
  await sheet.getByRole('button', { name: dataWords.signOutOthers }).click()
  await expect.poll(() => sheet.getByText(dataWords.otherDevice).count()).toBe(0)
  expect(await isAlive()).toBe(false)
  // this device goes on
  await arrive(page, '/account')
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toMatch(/^[\w-]{43}$/)
  await context.close()
})
