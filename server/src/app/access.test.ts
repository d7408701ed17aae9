// Authorization of every call: with no token, another driver's, an operator's, a staff member's, and an ended one.

import { calls } from '@parkit/contract/calls'
import * as account from '@parkit/contract/driver/account'
import type { Declaration } from '@parkit/contract/platform/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOwner, endless, nobodys, type Owned, sampleOf } from '#app/samples-testing.ts'
import { noon, startTestServer, type TestServer } from '#app/testing.ts'
import { inviteOperator } from '#city/operators/operators.ts'
import { heldData } from '#driver/account/export-testing.ts'
import { memberToken } from '#staff/console/testing.ts'
import { staffToken } from '#staff/desk/testing.ts'

let parkit: TestServer
let owner: Awaited<ReturnType<typeof createOwner>>
let other: Awaited<ReturnType<TestServer['driver']>>
let operator: string
let staff: string
let member: string

beforeAll(async () => {
  parkit = await startTestServer()
  owner = await createOwner(parkit)
  other = await parkit.driver()
  operator = await inviteOperator(parkit.db, 'Gates', noon)
  staff = await staffToken(parkit)
  member = await memberToken(parkit, 'test', 'Mia', ['owner', 'rates'])
})
afterAll(() => parkit.stop())

const all = Object.entries(calls)
const of = (who: Declaration['who']) => all.filter(([, call]) => call.who === who)
const names = (found: [string, Declaration][]) => found.map(([name]) => name)
const ask = (name: string, options: Parameters<TestServer['call']>[2] = {}, owned = owner.owned) =>
  parkit.call(calls[name]!, sampleOf(name, owned), options)

test('the access table lists every call', () => {
  expect(all.length).toBeGreaterThan(70)
  expect(names(all).filter(name => !sampleOf(name, nobodys()))).toEqual([])
  for (const name of endless) expect(calls).toHaveProperty([name])
})

describe('requires a driver’s token:', () => {
  const driverCalls = names(of('driver'))
  const nobodysToken = 'A'.repeat(43)

  const strangers: [who: string, options: () => Parameters<TestServer['call']>[2]][] = [
    ['nobody, and so a guest', () => ({})],
    ['an operator', () => ({ token: operator })],
    ['staff', () => ({ token: staff })],
    ['a token of nobody’s', () => ({ token: nobodysToken })],
    // the recorded headers prove nothing: they are numbers that anybody may know
    ['the owner’s xapikey without a token', () => ({ headers: { xapikey: owner.driverId, appid: 'parkit-web' } })],
    ['the owner’s xapikey with another’s token', () => ({ token: other.token, headers: { xapikey: owner.driverId } })],
    ['another app', () => ({ token: owner.token, headers: { appid: 'other-app' } })],
  ]

  test.each(driverCalls)('%s', async name => {
    for (const [who, options] of strangers) {
      const { status, error } = await ask(name, options())
      expect({ who, status, code: error.Code }).toEqual({ who, status: 401, code: 'unauthorized' })
      expect(error.Message).not.toBe('')
    }
  })

  test('an expired token is refused', async () => {
    const { token } = await parkit.driver({ dollars: 0, vehicle: false })
    await parkit.call(account.logout, {}, { token })
    for (const name of driverCalls) expect(await ask(name, { token }), name).toMatchObject({ status: 401 })
  })
})

describe('an operator’s call is 404', () => {
  test.each(names(of('operator')))('for drivers, staff and callers without a token: %s', async name => {
    for (const options of [{}, { token: owner.token }, { token: staff }, { token: 'A'.repeat(43) }])
      expect(await ask(name, options)).toMatchObject({ status: 404, error: { Code: 'not_found' } })
  })

  test.each(names(of('operator')))('but not for an operator: %s', async name => {
    expect(await ask(name, { token: operator })).toMatchObject({ status: 200 })
  })
})

describe('a staff call is 404', () => {
  test.each(names(of('staff')))(
    'for drivers, operators, a city’s staff and callers without a token: %s',
    async name => {
      for (const options of [
        {},
        { token: owner.token },
        { token: operator },
        { token: member },
        { token: 'A'.repeat(43) },
      ])
        expect(await ask(name, options)).toMatchObject({ status: 404, error: { Code: 'not_found' } })
    },
  )

  const answering = names(of('staff')).filter(name => !endless.includes(name) && name !== 'deskStaff.deskSignOut')
  test.each(answering)('but not for staff: %s', async name => {
    // the owner's session still runs, so nothing is paid back for it yet, nor owed to who is gone; and a file is the part of a form
    const refused: Record<string, number> = {
      'deskDrivers.refund': 409,
      'desk.deskAttach': 415,
      'deskMoney.payOut': 404,
      'deskProposals.approveProposal': 404,
      'deskProposals.refuseProposal': 404,
      'deskProposals.withdrawProposal': 404,
    }
    expect(await ask(name, { token: staff })).toMatchObject({ status: refused[name] ?? 200 })
  })
})

describe('a call of a city’s console is 404', () => {
  test.each(names(of('console')))('for drivers, operators and callers without a token: %s', async name => {
    for (const options of [{}, { token: owner.token }, { token: operator }, { token: 'A'.repeat(43) }])
      expect(await ask(name, options)).toMatchObject({ status: 404, error: { Code: 'not_found' } })
  })

  // nothing has such an id, and no source such a name; a file is the part of a form; the city is live
  const refused: Record<string, number> = {
    'consoleImports.uploadImport': 415,
    'consoleTeam.proposeLive': 409,
    // without the version that was seen
    'consoleSources.changeFeed': 409,
    'consoleSources.pauseFeed': 409,
    'consoleSources.removeFeed': 409,
  }
  const answering = names(of('console')).filter(name => name !== 'consoleTeam.consoleSignOut')
  test.each(answering)('but not for the city’s staff: %s', async name => {
    const status = refused[name] ?? (/:(id|source)\b/.test(calls[name]!.path) ? 404 : 200)
    expect(await ask(name, { token: member })).toMatchObject({ status })
  })
})

/** The fields of a call’s sample that name something of the owner’s. */
const namesOwned = (name: string): string[] => {
  const fields = (id: string) => {
    const owned = Object.fromEntries(Object.keys(nobodys()).map(what => [what, id])) as Owned
    const { params, query, body = {} } = sampleOf(name, owned)
    return Object.entries({ ...params, ...query, ...body }).map(([key, value]) => [key, JSON.stringify(value)] as const)
  }
  const others = new Map(fields('other'))
  return fields('one').flatMap(([key, value]) => (others.get(key) === value ? [] : [key]))
}

/** For anybody with a credential of the city's, which is no sign-in. */
const byCredential = ['exports.cdsSessions', 'exports.staysCsv']
test.each(byCredential)('needs a credential: %s', async name => {
  expect(await ask(name)).toMatchObject({ status: 401 })
  for (const token of [owner.token, operator, staff]) expect(await ask(name, { token })).toMatchObject({ status: 404 })
})

test.each(names(of('anyone')).filter(name => !byCredential.includes(name) && !endless.includes(name)))(
  'needs no token: %s',
  async name => {
    const { body, ...rest } = sampleOf(name, owner.owned)
    const owned = namesOwned(name)
    const own = body && Object.fromEntries(Object.entries(body).filter(([key]) => !owned.includes(key)))
    const { status } = await parkit.call(calls[name]!, { ...rest, ...(own && { body: own }) })
    expect([401, 403]).not.toContain(status)
  },
)

describe('another driver’s record is 404', () => {
  const owning = names(all).filter(name => namesOwned(name).length > 0)
  /** Answers are compared without the ids themselves, which some say again. */
  const plain = (body: unknown, owned: Record<string, string>) =>
    Object.values(owned).reduce((told, id) => told.replaceAll(id, 'id'), JSON.stringify(body) ?? '')

  test.each(owning)('%s', async name => {
    const fields = namesOwned(name)
    const none = nobodys()
    const options = { token: other.token }
    const [theirs, nothing] = [await ask(name, options), await ask(name, options, none)]
    expect(theirs.status).toBe(nothing.status)
    expect(plain(theirs.body, owner.owned)).toBe(plain(nothing.body, none))
    // a filter finds nothing; everything else is unknown, or the field that names it is at fault
    if (calls[name]!.query) return
    if (theirs.status === 400) expect(fields).toContain(Object.keys(theirs.error.Fields!)[0]!.split('.')[0])
    else expect(theirs).toMatchObject({ status: 404, error: { Code: 'not_found' } })
  })

  test('a read returns none of its data', async () => {
    const readings = names(all.filter(([name, call]) => call.method === 'GET' && !endless.includes(name)))
    for (const name of readings) {
      const { body } = await ask(name, { token: other.token })
      for (const id of [owner.driverId, ...Object.values(owner.owned)])
        expect(JSON.stringify(body) ?? '', name).not.toContain(id)
    }
  })

  test('and is unchanged by any caller', async () => {
    const kept = () => heldData(parkit.db, owner.driverId)
    const before = await kept()
    for (const name of owning) {
      for (const token of [other.token, operator, undefined]) await ask(name, token ? { token } : {})
    }
    expect(await kept()).toEqual(before)
  })
})
