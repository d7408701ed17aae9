// `npm run pictures`: the main screens in English, Spanish, and Hindi side by side, one file each in docs/screens.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { savePlace } from '@parkit/contract/city/saved'
import { addVehicle, defaultVehicle, deleteVehicle } from '@parkit/contract/driver/vehicles'
import * as parking from '@parkit/contract/parking/sessions'
import type { Page } from 'playwright-core'
import { openDatabase } from '../server/src/platform/db.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { registerDriver, require } from './api.ts'
import { openBrowser, openContext, phone } from './browser.ts'
import { findHourly, findLot } from './places.ts'
import { visit } from './screen-checks.ts'
import { newDataDir, startServer } from './server.ts'
import { signIn } from './sign-in.ts'

const folder = join(import.meta.dirname, '../docs/screens')
/** Of a phone's 390 pixels. */
const scale = 0.5

const { dataDir, remove } = newDataDir()
const postgres = await startPostgres({ dataDir })
const server = await startServer({ DATABASE_URL: postgres.connectionString, DATA_DIR: dataDir })
const { address } = server
const db = openDatabase({ connectionString: postgres.connectionString, poolSize: 1, log: () => {} })

const driver = await registerDriver(address, 80)
const park = async (ZoneNumber: string, VehicleId: string, Minutes: number) => {
  const body = { ZoneNumber, VehicleId, Minutes, PayWith: 'wallet' } as const
  return (await require(address, parking.start, { body }, driver)).SessionId
}
const car = { VehicleMake: 'SUBARU', VehicleModel: 'ASCENT', VehicleColor: 'GREEN', VehicleYear: '2022' }
const add = async (PlateNumber: string) =>
  (await require(address, addVehicle, { body: { ...car, PlateNumber, PlateState: 'Illinois' } }, driver)).VehicleID
const [own, other] = [await add('BD 80417'), await add('KXR 482')]
await require(address, defaultVehicle, { body: { VehicleId: own } }, driver)
await require(address, deleteVehicle, { params: { id: driver.vehicleId } }, driver)

const lot = await findLot(address)
const hourly = await findHourly(address)
const ended = await park(hourly.ZoneNumber, own, 120)
// an hour ago, so that its receipt has something to say
await db.pool.query(
  `with earlier as (
     update session set free_cancel = false, started_at = started_at - interval '62 minutes',
            ends_at = ends_at - interval '62 minutes'
      where session_id = $1 returning session_id, started_at
   )
   update session_key set started_at = earlier.started_at from earlier
    where session_key.session_id = earlier.session_id`,
  [ended],
)
await require(address, parking.stop, { body: { SessionId: ended } }, driver)
const running = await park(hourly.ZoneNumber, own, 60)
await require(address, savePlace, { body: { ZoneNumber: lot.ZoneNumber, Kind: 'work' } }, driver)

/** In the order in which a driver meets them; what has to be there before the picture is taken. */
const screens: [name: string, path: string, shown: string][] = [
  ['sign', `/z/${lot.ZoneNumber}`, '.sign-page__price .kv--total'],
  ['home', '/homepage', '.running'],
  ['find', '/findparking', '.city-map canvas'],
  ['place', `/parkdetails?zone=${lot.ZoneNumber}`, '.zone__price b'],
  ['start', `/SelectVehicle?zone=${lot.ZoneNumber}&vehicle=${other}`, '[role=dialog] .btn--primary'],
  ['running', `/dashboard?session=${running}`, '.extend > .btn--primary'],
  ['receipt', `/confirmlocation?session=${ended}`, '.ticket'],
  ['past', '/pastpark', 'main .row'],
  ['account', '/profile', '.toggle'],
]

const browser = await openBrowser()
const pictures = new Map<string, string[]>()
for (const language of ['en', 'es', 'hi'] as const) {
  const position = { latitude: lot.Latitude, longitude: lot.Longitude }
  const { page, context } = await openContext(browser, address, { language, position })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, driver)
  for (const [name, path, shown] of screens) {
    await visit(page, path)
    await page.locator(shown).first().waitFor()
    // the map's tiles and the prices on its signs
    await page.waitForTimeout(1_500)
    const picture = (await page.screenshot()).toString('base64')
    pictures.set(name, [...(pictures.get(name) ?? []), `data:image/png;base64,${picture}`])
  }
  await context.close()
}

mkdirSync(folder, { recursive: true })
const page = await browser.newPage()
let bytes = 0
for (const [name, strip] of pictures) {
  const file = await joinPictures(page, strip)
  writeFileSync(join(folder, `${name}.webp`), file)
  bytes += file.length
}
console.log(`${pictures.size} files in docs/screens, ${Math.ceil(bytes / 1_000)} kB`)
await browser.close()
await db.close()
await server.end('SIGTERM')
await postgres.stop()
remove()

/** One WebP: the pictures in a row, scaled, with a gap. */
async function joinPictures(page: Page, strip: string[]): Promise<Buffer> {
  const [width, height] = [phone.width * scale, phone.height * scale]
  const file = await page.evaluate(
    async ({ strip, width, height, gap }) => {
      const canvas = new OffscreenCanvas((width + gap) * strip.length - gap, height)
      const pen = canvas.getContext('2d')!
      pen.imageSmoothingQuality = 'high'
      for (const [i, source] of strip.entries()) {
        const image = await createImageBitmap(await (await fetch(source)).blob())
        pen.drawImage(image, i * (width + gap), 0, width, height)
      }
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 })
      return Array.from(new Uint8Array(await blob.arrayBuffer()))
    },
    { strip, width, height, gap: 12 },
  )
  return Buffer.from(file)
}
