// A driver's copy of all data in a browser: asked for, prepared, downloaded over a line that breaks, a valid zip.
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { exportFile } from '@parkit/contract/driver/data-export'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { unzip } from '../../server/src/driver/account/export-testing.ts'
import { type Database, openDatabase } from '../../server/src/platform/db.ts'
import { en as words } from '../../web/src/driver/account/data/words.en.ts'
import { registerDriver } from '../api.ts'
import { openBrowser, openContext } from '../browser.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { signIn } from '../sign-in.ts'

let browser: Browser
let db: Database
beforeAll(async () => {
  browser = await openBrowser()
  db = openDatabase({ connectionString: inject('databaseUrl'), poolSize: 1, log: () => {} })
})
afterAll(async () => {
  await browser?.close()
  await db?.close()
})

const address = inject('address')
const patient = { timeout: 60_000 }

test('my data: prepared while the sheet is closed, downloaded in parts, each again where it was lost', async () => {
  const driver = await registerDriver(address, 5)
  const photo = randomBytes(6_000_000)
  await db.pool.query(
    `insert into attachment (attachment_id, driver_id, name, content_type, bytes, stored_at)
     select gen_random_uuid(), driver_id, 'Sign.pdf', 'application/pdf', $2, now() from driver where email = $1`,
    [driver.email, photo],
  )
  const { page, context, faults } = await openContext(browser, address)
  await signIn(page, driver)
  await page.goto('/profile')
  const row = page.getByRole('button', { name: words.download })
  await row.getByText(words.exportStates.none).waitFor()
  await row.click()
  await page.getByText(words.exportIs(24)).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-data-export')
  await page.getByRole('button', { name: words.prepare }).click()
  await page.keyboard.press('Escape')
  await row.getByText(words.exportStates.ready).waitFor(patient)

  // another device, where it is ready as well
  await page.reload()
  await row.getByText(words.exportStates.ready).waitFor(patient)
  await row.click()
  await expectAccessible(page)
  await saveScreenshot(page, 'journey-data-export-ready')
  const ranges: string[] = []
  await page.route(`**${exportFile.path}`, route => {
    ranges.push(route.request().headers().range!)
    return ranges.length === 2 ? route.abort('connectionreset') : route.continue()
  })
  const download = page.waitForEvent('download', patient)
  await page.getByRole('button', { name: words.downloadIt('6.0') }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe(words.fileName)
  const files = await unzip(readFileSync(await saved.path()))
  const part = 4 * 1024 * 1024
  expect(ranges).toEqual([`bytes=0-${part - 1}`, `bytes=${part}-${2 * part - 1}`, `bytes=${part}-${2 * part - 1}`])
  const [kept] = [...files].filter(([name]) => name.startsWith('attachments/'))
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(digest(kept![1])).toBe(digest(photo))
  expect(JSON.parse(files.get('data/Account.json')!.toString())[0].Email).toBe(driver.email)
  expect(faults).toEqual([])
  await context.close()
})
