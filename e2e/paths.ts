// Every address of the app, read from its site map, with the data that its screen needs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as parking from '@parkit/contract/parking/sessions'
import { type Driver, registerDriver, require } from './api.ts'
import { findLot } from './places.ts'

const siteMap = readFileSync(join(import.meta.dirname, '../web/src/app/routes.tsx'), 'utf8')
const all = [...siteMap.matchAll(/'(\/\w+)': \w+[,} ]/g)].map(([, path]) => path!)
if (!all.includes('/homepage') || !all.includes('/attempts')) throw new Error('The site map is written in another way')

/** Whoever is inside is sent on from these. */
const outside = ['/parkit1', '/parkit2', '/parkit3', '/login']
// staff's own sign-in is the same for all of them
const forNobody = [
  ...outside,
  '/register',
  '/otp',
  '/terms',
  '/privacy',
  '/accessibility',
  '/recover',
  '/stoprecovery',
  '/trusted',
  '/until',
  '/desk',
]

type Known = { zone: string; running: string; ended: string }

const queries = ({ zone, running, ended }: Known): Record<string, string> => ({
  '/parkdetails': `?zone=${zone}`,
  '/z': `/${zone}`,
  '/SelectVehicle': `?zone=${zone}`,
  '/dashboard': `?session=${running}`,
  '/mycar': `?session=${running}`,
  '/ClosingReceipt': `?session=${ended}`,
  '/confirmlocation': `?session=${ended}`,
  '/ParkingSessionDetail': `?session=${ended}`,
  '/feedback': `?session=${ended}`,
})

export type Paths = { nobody: string[]; guest: string[]; driver: string[]; staff: string[] }

export const deskViews = ['calls', 'emails', 'feedback', 'staff', 'proposals', 'unclaimed', 'log'] as const

/** By who looks at them. A guest sees in some of them the invitation to sign in. */
const listPaths = (known: Known): Paths => {
  const within = all.filter(path => !outside.includes(path)).map(path => path + (queries(known)[path] ?? ''))
  const own = within.filter(path => !forNobody.includes(path))
  return {
    nobody: all.filter(path => forNobody.includes(path)),
    guest: own.filter(path => !path.includes('session=')),
    driver: own,
    staff: ['/desk', ...deskViews.map(view => `/desk?view=${view}`)],
  }
}

/** A driver with money, a session that runs and one that ended. */
export const prepare = async (address: string): Promise<{ driver: Driver; paths: Paths; running: string }> => {
  const { ZoneNumber: zone } = await findLot(address)
  const driver = await registerDriver(address, 80)
  const body = { ZoneNumber: zone, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' } as const
  const start = () => require(address, parking.start, { body }, { token: driver.token })
  const { SessionId: ended } = await start()
  await require(address, parking.stop, { body: { SessionId: ended } }, { token: driver.token })
  const { SessionId: running } = await start()
  return { driver, paths: listPaths({ zone, running, ended }), running }
}
