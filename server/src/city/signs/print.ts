// `npm run signs`: prints the signs of zones, one PDF for each street and paper size; retires signs and changes keys.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CityRow, createCities, listCities } from '#city/cities/cities.ts'
import { createPlaces } from '#city/places/places.ts'
import { cardKeysOf } from '#platform/card-keys.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { type OptionValues, readCommandLine } from '#platform/command-line.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { type PaperSize, paperSizes, signsPdf } from './sign-sheet.ts'
import { streetOf } from './sign-text.ts'
import { createSigns, type Signs } from './signs.ts'

const usage = `Usage: npm run signs -- FOLDER [--city CODE] [--street NAME] [--zone NUMBER]... [--size letter|a4] [--another]
       npm run signs -- [--city CODE] --retire NUMBER-SERIAL | --new-key | --end-key KEY`

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const options = {
  city: text,
  street: text,
  zone: { type: 'string', multiple: true },
  size: text,
  another: flag,
  retire: text,
  'new-key': flag,
  'end-key': text,
} as const
type Values = OptionValues<typeof options>

/** Takes a sign or a key out of use, or makes a key; null where the command prints. */
const administer = async (
  values: Values,
  { city, signs }: Pick<Printing, 'city' | 'signs'>,
): Promise<string | null> => {
  const now = systemClock.now()
  if (values.retire !== undefined) {
    const [, zone = '', serial] = /^(\d{4,6})-0*(\d{1,6})$/.exec(values.retire) ?? []
    if (!(await signs.retire(city, zone, Number(serial ?? 0), now)))
      throw new Error(`No sign ${values.retire} is in use.`)
    return `Sign ${values.retire} is no longer verified.`
  }
  if (values['end-key'] !== undefined) {
    if (!/^\d{1,9}$/.test(values['end-key']) || !(await signs.endKey(city, Number(values['end-key']), now)))
      throw new Error(`No key ${values['end-key']} is in use.`)
    return `Signs of key ${values['end-key']} are no longer verified. Print new ones.`
  }
  if (!values['new-key']) return null
  await signs.makeKey(city, now)
  return 'New signs are signed with a new key. Signs on the street stay valid.'
}

const print = async (values: Values, folder: string, { config, db, city, signs }: Printing) => {
  const places = createPlaces({ db, clock: systemClock, countRunningSince: async () => new Map() })
  await places.start()
  const found = places
    .listPlaces(0, Number.POSITIVE_INFINITY)
    .filter(
      ({ withdrawn, zoneNumber, address, cityId }) =>
        !withdrawn &&
        cityId === city.id &&
        (!values.zone || values.zone.includes(zoneNumber)) &&
        (!values.street || streetOf(address).toLowerCase() === values.street.toLowerCase()),
    )
  await places.stop()
  if (found.length === 0) throw new Error('No zone matches. A new database gets its zones when ParkIt first starts.')
  const now = systemClock.now()
  const links = await signs.issue(
    city,
    found.map(({ zoneNumber }) => zoneNumber),
    now,
    values.another,
  )
  const linkOf = new Map(links.map(link => [link.zoneNumber, link]))
  const streets = Map.groupBy(found, ({ address }) => streetOf(address))
  const sizes = (values.size ? [values.size] : Object.keys(paperSizes)) as PaperSize[]
  for (const size of sizes) {
    mkdirSync(join(folder, size), { recursive: true })
    for (const [street, inStreet] of streets) {
      const pages = inStreet.map(place => ({ place, link: linkOf.get(place.zoneNumber)! }))
      const pdf = await signsPdf(pages, {
        size,
        at: now,
        city: city.name,
        textNumber: config.textNumber,
        phone: config.signPhone,
      })
      writeFileSync(join(folder, size, `${street.replace(/[^\p{L}\p{N} .-]/gu, '_')}.pdf`), pdf)
    }
  }
  const open = found.length === 1 ? 'It opens' : 'They open'
  console.log(
    `${counted(found.length, 'sign')} on ${counted(streets.size, 'street')} in ${folder}. ${open} ${config.publicUrl}.`,
  )
  if (config.isLocal)
    console.log('That address works on this machine alone. Set PUBLIC_URL to the address drivers use.')
}
type Printing = { config: Config; db: Database; city: CityRow; signs: Signs }

const { values, folder } = readCommandLine(usage, options, (values, [folder, ...rest]) => {
  const named = Object.keys(values).filter(name => name !== 'city')
  const isAdministration = named.some(name => /^(retire|new-key|end-key)$/.test(name))
  const isSound = isAdministration
    ? folder === undefined && named.length === 1
    : folder !== undefined && rest.length === 0 && (values.size ?? 'a4') in paperSizes
  return isSound ? { values, folder: folder ?? '' } : null
})
await runCommand(async ({ config, connectionString, db }) => {
  await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
  const cities = createCities({ db, clock: systemClock })
  const all = await listCities(db.pool)
  const { city: code } = values
  if (code === undefined && all.length > 1)
    throw new Error(`There are several cities. Name one with --city: ${all.map(known => known.code).join(', ')}.`)
  const city = code === undefined ? all[0] : all.find(known => known.code === code)
  if (!city)
    throw new Error(`There is no city${code ? ` ${code}` : ''}. A new database gets Chicago when ParkIt first starts.`)
  const signs = createSigns({ db, publicUrl: config.publicUrl, cities })
  const done = await administer(values, { city, signs })
  if (done) console.log(done)
  else await print(values, folder, { config, db, city, signs })
})
