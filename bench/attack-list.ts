// The attacks of `attacks.ts`: what one account or one address sends at its worst.
import * as account from '@parkit/contract/driver/account'
import { beginExport, exportFile, exportState } from '@parkit/contract/driver/data-export'
import * as wallet from '@parkit/contract/money/wallet'
import * as parking from '@parkit/contract/parking/sessions'
import { stream } from '@parkit/contract/support/chat'
import { type Driver, require } from '../e2e/api.ts'
import { anyRead, bearer } from './arrivals.ts'
import type { Attack, Shot } from './attacker.ts'
import { fillOneDriver, looker } from './scaling-store.ts'

/** a driver who is parked, in `zone` */
export type Worst = Driver & { sessionId: string }

const exported = { sessions: 5_000, files: 4 }

/** Whoever attacks uses accounts and addresses that no attack before it used: no limit has counted anything yet. */
type Means = { worst: Worst[]; from: string[]; zone: string }

const post = (path: string, driver: Pick<Driver, 'token'>, from: string, body: object): Shot => ({
  method: 'POST',
  path,
  headers: bearer(driver),
  body,
  from,
})
const extend = ({ sessionId, ...driver }: Worst, from: string) =>
  post(parking.extend.path, driver, from, { SessionId: sessionId, Minutes: 1 })
const addMoney = (driver: Worst, from: string) => post(wallet.addMoney.path, driver, from, { Amount: 1 })
const signIn = (from: string): Shot => ({
  method: 'POST',
  path: account.token.path,
  body: { grant_type: 'password', username: 'stranger{n}@example.com', password: 'a wrong horse' },
  from,
})

/** The driver whose export is downloaded and dropped; ready when this resolves. */
export const prepareExport = async (address: string, connectionString: string): Promise<void> => {
  await fillOneDriver(connectionString, exported.sessions, exported.files)
  await require(address, beginExport, {}, { token: looker.token })
  while ((await require(address, exportState, {}, { token: looker.token })).State !== 'ready')
    await new Promise(resolve => setTimeout(resolve, 200))
}

/** `without`: why it has no limit. */
type Kind = { worst: number; from: number; without?: string; attack: (means: Means) => Attack }

export const attacks: Record<string, Kind> = {
  nothing: {
    worst: 0,
    from: 1,
    without: 'how much quiet phases differ: where this is not near 1, the other ratios say little',
    attack: () => ({ shots: [], inParallel: 0, perSecond: 1 }),
  },
  'extends of one session': {
    worst: 1,
    from: 1,
    attack: ({ worst: [one], from: [from] }) => ({ shots: [extend(one!, from!)], inParallel: 50, perSecond: 100 }),
  },
  'paid calls of one account from 20 addresses': {
    worst: 1,
    from: 20,
    attack: ({ worst: [one], from, zone }) => ({
      shots: from.flatMap(address => [
        addMoney(one!, address),
        extend(one!, address),
        post(parking.stop.path, one!, address, { SessionId: one!.sessionId }),
        post(parking.start.path, one!, address, {
          ZoneNumber: zone,
          VehicleId: one!.vehicleId,
          Minutes: 15,
          PayWith: 'wallet',
        }),
      ]),
      inParallel: 110,
      perSecond: 110,
    }),
  },
  'Add Money of five accounts from one address': {
    worst: 5,
    from: 1,
    attack: ({ worst, from: [from] }) => ({
      shots: worst.map(one => addMoney(one, from!)),
      inParallel: 300,
      perSecond: 100,
    }),
  },
  'wrong passwords from one address': {
    worst: 0,
    from: 1,
    attack: ({ from: [from] }) => ({ shots: [signIn(from!)], inParallel: 50, perSecond: 100 }),
  },
  'wrong passwords from 40 addresses': {
    worst: 0,
    from: 40,
    without: 'beyond the aim of one address',
    attack: ({ from }) => ({ shots: from.map(signIn), inParallel: 40, perSecond: 80 }),
  },
  'exports dropped': {
    worst: 0,
    from: 1,
    attack: ({ from: [from] }) => ({
      shots: [{ method: 'GET', path: exportFile.path, headers: bearer(looker), from: from!, keepMs: 0 }],
      inParallel: 20,
      perSecond: 40,
    }),
  },
  'event streams opened and dropped': {
    worst: 1,
    from: 1,
    attack: ({ worst: [one], from: [from] }) => ({
      shots: [{ method: 'GET', path: stream.path, headers: bearer(one!), from: from!, keepMs: 500 }],
      inParallel: 50,
      perSecond: 100,
    }),
  },
  '1,500 requests at once from one address': {
    worst: 0,
    from: 1,
    attack: ({ from: [from], zone }) => ({
      shots: Array.from({ length: 1_500 }, (_, n) => ({
        method: 'GET',
        path: n % 3 === 0 ? '/' : n % 3 === 1 ? '/icon-48.png' : anyRead(zone),
        from: from!,
      })),
      inParallel: 1_500,
      perSecond: 300,
    }),
  },
}
