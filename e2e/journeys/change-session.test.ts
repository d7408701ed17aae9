// A mistake caught before paying: the zone is far away, or the plate mistyped. One put right on a running session: its plate, its zone.
import { addVehicle, listVehicles } from '@parkit/contract/driver/vehicles'
import * as contract from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { expect, inject, test } from 'vitest'
import { en } from '../../web/src/parking/sessions/change-words.en.ts'
import { es } from '../../web/src/parking/sessions/change-words.es.ts'
import { hi } from '../../web/src/parking/sessions/change-words.hi.ts'
import { en as guardEn } from '../../web/src/parking/sessions/guards/words.en.ts'
import { es as guardEs } from '../../web/src/parking/sessions/guards/words.es.ts'
import { hi as guardHi } from '../../web/src/parking/sessions/guards/words.hi.ts'
import { timeText } from '../../web/src/platform/text.ts'
import { registerDriver, require } from '../api.ts'
import { startBrowser } from '../file-setup.ts'
import { localeWords } from '../locale-words.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { chooseLanguage, signIn } from '../sign-in.ts'

const browser = startBrowser()
const address = inject('address')
const changeWords = { en, es, hi }
const guardWords = { en: guardEn, es: guardEs, hi: guardHi }
const car = {
  VehicleMake: 'HONDA',
  VehicleModel: 'CIVIC',
  PlateState: 'Illinois',
  VehicleColor: 'BLUE',
  VehicleYear: '2022',
}

test.each([
  ['en', 'light', { width: 390, height: 844 }],
  ['es', 'light', { width: 320, height: 640 }],
  ['hi', 'dark', { width: 390, height: 664 }],
] as const)('the plate and the zone of a running session are changed (%s, %s)', async (language, theme, size) => {
  const words = changeWords[language]
  const { parking } = localeWords[language]
  const driver = await registerDriver(address, 100)
  const lot = await findLot(address)
  await require(address, addVehicle, { body: { ...car, PlateNumber: 'BD 8041' } }, driver)
  const stay = { ZoneNumber: lot.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 120, PayWith: 'wallet' }
  const { SessionId, EndsAt } = await require(address, contract.start, { body: stay }, driver)
  const { page, faults, context } = await browser.open({ size, theme, language })
  await page.goto('/parkit3')
  await chooseLanguage(page, language)
  await signIn(page, driver)

  await page.goto(`/dashboard?session=${SessionId}`)
  await page.getByRole('button', { name: parking.wrongPlate }).click()
  const plates = page.getByRole('dialog', { name: words.plateTitle })
  await plates.getByRole('radio').first().waitFor({ state: 'attached' })
  await expectAccessible(page)
  await saveScreenshot(page, `change-plate-${language}-${theme}`)
  await plates.getByRole('button', { name: words.plateButton('BD 8041') }).click()
  await plates.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(await page.getByRole('button', { name: parking.wrongPlate }).count()).toBe(0)

  await page.getByRole('button', { name: parking.wrongZone }).click()
  const zones = page.getByRole('dialog', { name: words.moveTitle })
  const nearby = zones.getByRole('group', { name: words.nearby }).getByRole('button').first()
  await nearby.waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, `change-zone-choice-${language}-${theme}`)
  const zone = (await nearby.locator('span').textContent())!
  await nearby.click()
  await zones.getByText(words.once).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, `change-zone-${language}-${theme}`)
  const before = await require(address, contract.session, { params: { id: SessionId } }, driver)
  const button = zones.getByRole('button', { name: new RegExp(`${zone}`) })
  const shown = (await button.textContent())!
  await button.click()
  await zones.waitFor({ state: 'detached' })
  const moved = await require(address, contract.session, { params: { id: SessionId } }, driver)
  expect(moved.ZoneNumber).toBe(zone)
  expect(moved.Vehicle.PlateNumber).toBe('BD 8041')
  const difference = moved.AmountPaid - before.AmountPaid
  if (difference !== 0) expect(shown).toContain(moneyText(Math.abs(difference)))
  if (moved.EndsAt !== EndsAt) expect(Date.parse(moved.EndsAt)).toBeLessThan(Date.parse(EndsAt))
  expect(moved.Changes?.map(({ Kind }) => Kind)).toEqual(['plateChanged', 'moved'])
  await page
    .getByRole('img', { name: new RegExp([...zone].join(' ?')) })
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: parking.wrongZone }).count()).toBe(0)
  await saveScreenshot(page, `changed-${language}-${theme}`)

  await page.goto(`/confirmlocation?session=${SessionId}`)
  await page
    .getByText(
      parking.changes
        .moved(lot.ZoneNumber, zone, '')
        .trim()
        .replace(/[,]?\s*(at)?$/, ''),
    )
    .first()
    .waitFor()
  await saveScreenshot(page, `changed-receipt-${language}-${theme}`)
  expect(faults).toEqual([])
  await context.close()
})

test.each([
  ['en', 'light', { width: 390, height: 844 }],
  ['es', 'light', { width: 320, height: 640 }],
  ['hi', 'dark', { width: 390, height: 664 }],
] as const)(
  'before paying: a zone far away, a mistyped plate, and hours that are free (%s, %s)',
  async (language, theme, size) => {
    const words = guardWords[language]
    const { parking } = localeWords[language]
    const driver = await registerDriver(address, 100)
    const lot = await findLot(address)
    const digits = String(Date.now()).slice(-4)
    const body = { ...car, PlateNumber: `CK O${digits}` }
    const { VehicleID } = await require(address, addVehicle, { body }, driver)
    const running = async () =>
      (await require(address, contract.active, {}, driver)).map(({ Vehicle }) => Vehicle.PlateNumber)
    const here = { latitude: lot.Latitude, longitude: lot.Longitude }
    const { page, faults, context } = await browser.open({
      size,
      theme,
      language,
      position: { ...here, latitude: lot.Latitude + 0.01 },
    })
    await page.goto('/parkit3')
    await chooseLanguage(page, language)
    await signIn(page, driver)
    const open = async () => {
      await page.goto(`/SelectVehicle?zone=${lot.ZoneNumber}&vehicle=${VehicleID}`)
      // this page has learned where the phone is
      await page.waitForFunction(
        () => JSON.parse(localStorage.getItem('kept.located') ?? '{}').atMs >= performance.timeOrigin,
      )
      const start = page.getByRole('button', { name: new RegExp(`^${parking.start('\\$')}`) })
      await start.waitFor()
      return start
    }
    const away = page.getByRole('dialog', { name: new RegExp(words.away('0\\.7 \\S+')) })
    const near = away.getByRole('list', { name: words.near }).getByRole('link').first()

    await (await open()).click()
    await near.waitFor()
    await away.locator('.pin').waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, `guard-place-${language}-${theme}`)
    // one press takes the zone beside the phone, and asks nothing more
    const nearZone = new URL((await near.getAttribute('href'))!, address).searchParams.get('zone')!
    await near.click()
    await page.getByRole('dialog', { name: parking.startTitle([...nearZone].join(' ')) }).waitFor()
    expect(await running()).toEqual([])

    // one press goes on, and nothing else is asked
    await (await open()).click()
    await away.getByRole('button', { name: words.parkedIn(lot.ZoneNumber) }).click()
    await page.waitForURL('**/dashboard*')
    const [session] = await require(address, contract.active, {}, driver)
    expect(session).toMatchObject({ ZoneNumber: lot.ZoneNumber, Vehicle: { PlateNumber: `CK O${digits}` } })
    await require(address, contract.stop, { body: { SessionId: session!.SessionId } }, driver)

    // beside the zone only the plate is doubted, and corrected
    await context.setGeolocation(here)
    const start = await open()
    const minutes: number[] = []
    const freeMs = Math.ceil(Date.now() / 60_000 + 40) * 60_000
    await page.route('**/api/Parking/Quote', async route => {
      minutes.push(route.request().postDataJSON().Minutes)
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), FreeUntil: new Date(freeMs).toISOString() } })
    })
    await page.getByRole('button', { name: /^\+15 / }).click()
    await page.getByText(words.noNeedBefore).waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, `guard-free-${language}-${theme}`)
    // an end, not a length: it is no minute later however long the driver waits
    await page.getByRole('button', { name: words.endAt(timeText(freeMs, lot.TimeZone, language)) }).click()
    const left = () => Math.floor((freeMs - Date.now()) / 60_000)
    await expect.poll(() => [left(), left() + 1].includes(minutes.at(-1)!)).toBe(true)
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await start.click()
    const plates = page.getByRole('dialog', { name: words.zeroOr('O') })
    await plates.getByText(words.zero).waitFor()
    expect(await plates.getByRole('radio').first().isChecked()).toBe(true)
    await expectAccessible(page)
    await saveScreenshot(page, `guard-plate-${language}-${theme}`)
    await plates.getByRole('button', { name: words.useZero }).click()
    await page.waitForURL('**/dashboard*')
    expect(await running()).toEqual([`CK 0${digits}`])
    const listed = await require(address, listVehicles, {}, driver)
    expect(listed.find(vehicle => vehicle.VehicleID === VehicleID)?.PlateNumber).toBe(`CK 0${digits}`)
    expect(faults).toEqual([])
    await context.close()
  },
)
