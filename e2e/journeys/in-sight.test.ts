// A running session in sight outside the app: the calendar entry, the link that somebody else opens, and the way back to the car.
import { readFileSync } from 'node:fs'
import { setReminders } from '@parkit/contract/messaging/notices'
import * as contract from '@parkit/contract/parking/sessions'
import { expect, inject, test } from 'vitest'
import { en as carEn } from '../../web/src/parking/car/words.en.ts'
import { es as carEs } from '../../web/src/parking/car/words.es.ts'
import { hi as carHi } from '../../web/src/parking/car/words.hi.ts'
import { en as countdownEn } from '../../web/src/parking/countdown/words.en.ts'
import { es as countdownEs } from '../../web/src/parking/countdown/words.es.ts'
import { hi as countdownHi } from '../../web/src/parking/countdown/words.hi.ts'
import { en as untilEn } from '../../web/src/parking/until/words.en.ts'
import { es as untilEs } from '../../web/src/parking/until/words.es.ts'
import { hi as untilHi } from '../../web/src/parking/until/words.hi.ts'
import { timeText } from '../../web/src/platform/text.ts'
import { registerDriver, require } from '../api.ts'
import { startBrowser } from '../file-setup.ts'
import { localeWords } from '../locale-words.ts'
import { findLot } from '../places.ts'
import { expectAccessible, saveScreenshot } from '../screen-checks.ts'
import { chooseLanguage, signIn } from '../sign-in.ts'

const browser = startBrowser()
const address = inject('address')
const said = {
  en: { car: carEn, countdown: countdownEn, until: untilEn },
  es: { car: carEs, countdown: countdownEs, until: untilEs },
  hi: { car: carHi, countdown: countdownHi, until: untilHi },
}
const note = 'Zanzibar stairs'
/** One gray pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

test.each([
  ['en', 'light', { width: 390, height: 844 }],
  ['es', 'dark', { width: 320, height: 640 }],
  ['hi', 'light', { width: 390, height: 664 }],
] as const)('calendar, link, and car (%s, %s)', async (language, theme, size) => {
  const { car, countdown, until } = said[language]
  const { parking } = localeWords[language]
  const driver = await registerDriver(address, 100)
  await require(address, setReminders, { body: { FirstMinutes: 30, LastMinutes: 10 } }, driver)
  const lot = await findLot(address)
  const stay = { ZoneNumber: lot.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' }
  const session = await require(address, contract.start, { body: stay }, driver)
  const { SessionId, Latitude, Longitude, TimeZone } = session
  const position = { latitude: Latitude - 0.002, longitude: Longitude }
  const { page, faults, context } = await browser.open({ size, theme, language, position })
  const sent: string[] = []
  page.on('request', request => {
    if (/^http/.test(request.url())) sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  await page.goto('/parkit3')
  await chooseLanguage(page, language)
  await signIn(page, driver)
  await page.goto(`/dashboard?session=${SessionId}`)
  await page.getByRole('button', { name: parking.inSight }).click()
  const sheet = page.getByRole('dialog', { name: countdown.title })

  await sheet.getByText(countdown.calendarText(30, 10)).waitFor()
  const saving = page.waitForEvent('download')
  await sheet.getByRole('button', { name: countdown.calendar }).click()
  const entry = readFileSync(await (await saving).path(), 'utf8')
  expect(entry).toContain(`DTSTART:${session.EndsAt.replace(/[-:]|\.\d+/g, '')}\r\n`)
  expect(entry.match(/TRIGGER:\S+/g)).toEqual(['TRIGGER:-PT30M', 'TRIGGER:-PT10M'])
  await sheet.getByText(countdown.calendarAdded).waitFor()

  const sharing = sheet.getByRole('button', { name: countdown.share })
  await sharing.waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, `in-sight-${language}-${theme}`)
  // without a share sheet the text is copied
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await sharing.click()
  const link = await sheet.getByLabel(countdown.link).inputValue()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(link)
  await expectAccessible(page)
  await saveScreenshot(page, `in-sight-shared-${language}-${theme}`)

  const { page: friend, context: other, faults: friendFaults } = await browser.open({ size, theme, language })
  const answer = await friend.goto(new URL(link).pathname)
  expect(answer!.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
  })
  const untilText = (endsAt: string) => until.parkedUntil(timeText(endsAt, TimeZone, language))
  await friend.getByText(untilText(session.EndsAt)).waitFor()
  await friend.getByRole('timer').waitFor()
  const seen = (await friend.locator('main').textContent())!
  expect(seen).toContain(session.Name)
  for (const hidden of [session.Vehicle.PlateNumber, '$']) expect(seen).not.toContain(hidden)
  await expectAccessible(friend)
  await saveScreenshot(friend, `until-${language}-${theme}`)

  const longer = await require(address, contract.extend, { body: { SessionId, Minutes: 15 } }, driver)
  await friend.reload()
  await friend.getByText(untilText(longer.EndsAt)).waitFor()
  await sheet.getByText(countdown.calendarOld).waitFor()

  await sheet.getByRole('button', { name: countdown.stop }).click()
  await sharing.waitFor()
  await friend.reload()
  await friend.getByText(until.endedTitle).waitFor()
  await saveScreenshot(friend, `until-ended-${language}-${theme}`)
  expect(friendFaults).toEqual([])
  await other.close()

  await page.goto(`/mycar?session=${SessionId}`)
  await page.locator('.car__map').getByRole('img', { name: car.car }).waitFor()
  // allowed before: nothing is asked, and the way is north
  const way = page.locator('.car__way')
  await way.getByText(car.points[0]!).waitFor()
  await page.getByRole('button', { name: car.saveHere }).click()
  await way.getByText(car.here).waitFor()
  await page.getByLabel(car.note).fill(note)
  await page.locator('input[type=file]').setInputFiles({ name: 'car.png', mimeType: 'image/png', buffer: png })
  await page.getByRole('img', { name: car.photo }).waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, `car-${language}-${theme}`)

  await page.getByRole('button', { name: car.moveOnMap }).click()
  await page.locator('.city-map').press('ArrowUp')
  await expectAccessible(page)
  await saveScreenshot(page, `car-move-${language}-${theme}`)
  await page.getByRole('button', { name: car.placeHere }).click()
  await page.reload()
  expect(await page.getByLabel(car.note).inputValue()).toBe(note)
  await way.getByText(car.points[0]!).waitFor()
  await page.getByRole('img', { name: car.photo }).waitFor()
  // on this device alone
  expect(sent.filter(request => request.includes(note) || request.includes('data:image'))).toEqual([])

  await page.getByRole('button', { name: car.forget }).click()
  expect(await page.evaluate(() => localStorage.getItem('car_spot'))).toBeNull()
  expect(faults).toEqual([])
  await context.close()
})
