// The conformance suite's visitors: signed-out, guest and drivers, one browser per file, each opened once.
import { token } from '@parkit/contract/driver/account'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { type Driver, registerDriver, require } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { store, storedBySignIn } from '../sign-in.ts'
import { isRecording } from './statements.ts'

type Visitor = { page: Page; context: BrowserContext; faults: string[] }
export type SignedIn = Visitor & { driver: Driver; token: string }
type Look = Parameters<typeof openContext>[2]

/** For one file: its visitors, closed after its last statement. */
export const openVisitors = () => {
  const address = inject('address')
  let browser: Promise<Browser> | undefined
  const kept = new Map<string, Promise<Visitor>>()

  if (!isRecording()) afterAll(async () => (await browser)?.close())

  const open = async (look: Look = {}): Promise<Visitor> => {
    browser ??= openBrowser()
    const visitor = await openContext(await browser, address, look)
    // any page of this address will do, and this one starts no app
    await visitor.page.goto('/robots.txt')
    return visitor
  }

  /** Who has this in local storage from the first page on. */
  const openWith = async (stored: Record<string, string>, look: Look): Promise<Visitor> => {
    const visitor = await open(look)
    await store(visitor.page, stored)
    await visitor.page.reload()
    return visitor
  }

  const openSignedIn = async (dollars: number, look: Look, cards?: readonly string[]): Promise<SignedIn> => {
    const driver = await registerDriver(address, dollars, cards)
    const body = { grant_type: 'password', username: driver.email, password: driver.password } as const
    const stored = storedBySignIn(await require(address, token, { body }))
    return { ...(await openWith(stored, look)), driver, token: driver.token }
  }

  const once = <V extends Visitor>(name: string, make: () => Promise<V>): Promise<V> => {
    if (!kept.has(name)) kept.set(name, make())
    return kept.get(name) as Promise<V>
  }

  return {
    address,
    /** Neither token nor guest flag. Always the same one: leave nothing behind. */
    nobody: () => once('nobody', () => open()),
    guest: () => once('guest', () => openWith({ is_guestUser: 'true' }, {})),
    /** Signed in with a vehicle and $80. The same one at each call, for what leaves no trace. */
    driver: () => once('driver', () => openSignedIn(80, {})),
    /** One of your own, to be closed by you: `visitor.context.close()`. */
    newNobody: open,
    newGuest: (look: Look = {}) => openWith({ is_guestUser: 'true' }, look),
    newDriver: (dollars = 80, look: Look = {}, cards?: readonly string[]) => openSignedIn(dollars, look, cards),
    /** A driver without a browser, for his data. */
    registerDriver: (dollars = 80) => registerDriver(address, dollars),
  }
}
