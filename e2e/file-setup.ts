// What the browser tests of one file share: a browser, and where wanted the database, and a driver with something on every screen.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Database, openDatabase } from '../server/src/platform/db.ts'
import type { Driver } from './api.ts'
import { openBrowser, openContext } from './browser.ts'
import { type Paths, prepare } from './paths.ts'

type Look = Parameters<typeof openContext>[2]

/** Called at the top of a file. */
export const startBrowser = () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())
  return { open: (look?: Look) => openContext(browser, inject('address'), look) }
}

/** The server's own database. Called at the top of a file. */
export const connectDatabase = (): Database => {
  const db = openDatabase({ connectionString: inject('databaseUrl'), poolSize: 1, log: () => {} })
  afterAll(() => db.close())
  return db
}

/** Called at the top of a file; `driver` and `paths` are there once its tests run. */
export const prepareScreens = () => {
  const made = { ...startBrowser() } as ReturnType<typeof startBrowser> & { driver: Driver; paths: Paths }
  beforeAll(async () => {
    Object.assign(made, await prepare(inject('address')))
  })
  return made
}
