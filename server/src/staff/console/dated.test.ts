// Dated changes by the console: closures that hold at once, event rates that a second person agrees to, lists of days; and what another city sees.
import { calls } from '@parkit/contract/calls'
import { quote as quoteCall } from '@parkit/contract/parking/sessions'
import * as rules from '@parkit/contract/staff/console-rules'
import * as team from '@parkit/contract/staff/console-team'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { zones } from '#parking/sessions/testing.ts'
import { scopedTo } from '#platform/city-scope.ts'
import { asOwner } from '#platform/testing.ts'
import { memberToken } from './testing.ts'

const parkit = await startTestServer({ poolSize: 12 })
const { active } = parkingActions(parkit)
afterAll(parkit.stop)
const tokens = {} as Record<'rates' | 'second', string>
beforeAll(async () => {
  tokens.rates = await memberToken(parkit, 'test', 'Rita', ['rates'])
  tokens.second = await memberToken(parkit, 'test', 'Otto', ['owner'])
})
const params = { city: 'test' }
const at = (minutes: number) => noon.add({ minutes })
const draft = async (own: Record<string, unknown>) =>
  parkit.call(
    rules.draftOverride,
    {
      params,
      body: { Name: 'Match', ZoneNumbers: [zones.street], StartsAt: `${at(60)}`, EndsAt: `${at(300)}`, ...own },
    },
    { token: tokens.rates },
  )
const publish = (id: string, key = id) =>
  parkit.call(rules.publishOverride, { params: { ...params, id } }, { token: tokens.rates, key })
const cancel = (id: string) =>
  parkit.call(rules.cancelCityOverride, { params: { ...params, id } }, { token: tokens.rates })
const preview = async (id: string) =>
  (await parkit.call(rules.previewOverride, { params: { ...params, id } }, { token: tokens.rates })).body
const priceAt60 = async () => {
  parkit.clock.set(at(60))
  const { body } = await parkit.call(quoteCall, { body: { ZoneNumber: zones.street, Minutes: 60 } } as never)
  parkit.clock.set(noon)
  return (body as { Parking: number }).Parking
}

test('an event rate waits for a second person, then quotes say it; a running stay keeps its price', async () => {
  const driver = await parkit.driver()
  const before = await parkit.park(driver, 180)
  const usual = await priceAt60()
  const { body: event } = await draft({ Kind: 'rate', PerHour: 12 })
  expect(event).toMatchObject({ State: 'draft', Price: { Amount: 3, StepMinutes: 15 } })
  expect(await preview(event.OverrideId)).toMatchObject({ Sessions: 1, Refund: 0 })
  const asked = await publish(event.OverrideId)
  expect([asked.status, asked.body.Code]).toEqual([202, 'needs_approval'])
  expect(await priceAt60()).toBe(usual)
  const decide = (token: string) =>
    parkit.call(team.approveCityProposal, { params: { ...params, id: asked.body.Proposal } }, { token })
  expect((await decide(tokens.rates)).error.Code).toBe('own_proposal')
  expect((await decide(tokens.second)).status).toBe(200)
  await expect.poll(priceAt60, { timeout: 5_000 }).toBe(12)
  expect((await active(driver))[0]).toMatchObject({ AmountPaid: before.AmountPaid, EndsAt: before.EndsAt })
  expect((await cancel(event.OverrideId)).body.State).toBe('cancelled')
  await expect.poll(priceAt60, { timeout: 5_000 }).toBe(usual)

  const { OverrideId } = (await draft({ Kind: 'rate', PerHour: 8, StartsAt: `${at(20)}` })).body
  const late = (await publish(OverrideId)).body
  parkit.clock.set(at(20))
  const expired = await parkit.call(
    team.approveCityProposal,
    { params: { ...params, id: late.Proposal! } },
    { token: tokens.second },
  )
  expect(expired.error.Code).toBe('proposal_over')
  parkit.clock.set(noon)
})

test('a closure needs nobody: previewed, published once for its key, who is parked is refunded, cancelled', async () => {
  const driver = await parkit.driver()
  await parkit.park(driver, 180)
  const { body: closure } = await draft({ Kind: 'closed', Name: 'Street fair', Tow: true })
  const seen = await preview(closure.OverrideId)
  expect(seen.Sessions).toBe(2)
  expect(seen.Refund).toBeGreaterThan(0)
  expect(seen.Message.En).toMatch(/^Closed from .* to .*: Street fair\. Cars are towed\.$/)
  const once = { token: tokens.rates, key: 'fair' }
  const asked = { params: { ...params, id: closure.OverrideId } }
  const answers = [
    await parkit.call(rules.publishOverride, asked, once),
    await parkit.call(rules.publishOverride, asked, once),
  ]
  for (const { status, body } of answers)
    expect([status, body.Override.State, body.Proposal]).toEqual([200, 'published', null])
  await parkit.jobs.runDue()
  expect((await active(driver))[0]!.EndsAt).toBe(at(60).toString())
  expect((await publish(closure.OverrideId, 'again')).error.Code).toBe('override_over')
  expect((await cancel(closure.OverrideId)).status).toBe(200)
  expect((await cancel(closure.OverrideId)).error.Code).toBe('override_over')
})

test('a key that is sent for several closures at once publishes one, and refuses the others', async () => {
  const closures = [1, 2, 3, 4].map(n =>
    draft({ Kind: 'closed', StartsAt: `${at(6_000 + n)}`, EndsAt: `${at(6_010)}` }),
  )
  const ids = (await Promise.all(closures)).map(({ body }) => body.OverrideId)
  const sent = await Promise.all(ids.map(id => publish(id, 'for-all')))
  expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(new Set(sent.map(({ error }) => error.Code))).toEqual(new Set([null, 'idempotency_conflict']))
})

test('wrong drafts are refused at their field, and lists of days are published whole', async () => {
  const field = async (own: Record<string, unknown>) =>
    Object.keys((await draft({ Kind: 'closed', ...own })).error.Fields!)
  expect(await field({ ZoneNumbers: ['9999'] })).toEqual(['ZoneNumbers'])
  expect(await field({ EndsAt: `${at(10)}` })).toEqual(['EndsAt'])
  expect(await field({ Kind: 'rate' })).toEqual(['PerHour'])
  expect(await field({ Kind: 'rate', PerHour: 1.01 })).toEqual(['PerHour'])
  const body = {
    List: 'matches',
    Name: 'Matches',
    KnownUntil: '2026-12-31',
    Days: [{ Day: '2026-05-14', Name: 'Cup' }],
  }
  const published = await parkit.call(rules.publishDayList, { params, body }, { token: tokens.rates })
  expect(published.body).toEqual({ Added: 1, Removed: 0, Same: 0 })
  const { Items } = (await parkit.call(rules.dayLists, { params }, { token: tokens.second })).body
  expect(Items).toEqual([body])
})

test('case 50: with another city set, each statement that the console runs answers and changes no row', async () => {
  const [other] = await asOwner<{ city_id: number }>(
    parkit.db.connectionString,
    `insert into city (code, name, time_zone, country, region, currency, centre_lat, centre_lon, units, languages, support_hours)
       select 'elsewhere', 'Elsewhere', time_zone, country, region, currency, centre_lat, centre_lon, units, languages, support_hours
         from city where code = 'test' returning city_id`,
  )
  const ran: { text: string; values: unknown[] }[] = []
  const { query } = pg.Client.prototype
  const inside = new Set<pg.Client>()
  const watched = function (this: pg.Client, ...asked: unknown[]) {
    const [config] = asked as [{ name?: string; text?: string; values?: unknown[] }]
    if (/^city_scope_(enter|back)$/.test(config?.name ?? '')) inside.add(this)
    else if (config?.name === 'city_scope_leave' || config?.text === 'commit') inside.delete(this)
    else if (config?.name && config.name !== 'city_scope_inside' && inside.has(this))
      ran.push({ text: config.text!, values: config.values ?? [] })
    return Reflect.apply(query, this, asked)
  }
  pg.Client.prototype.query = watched as typeof query
  try {
    const { body } = await draft({ Kind: 'rate', PerHour: 8 })
    await publish(body.OverrideId)
    for (const name of ['cityOverrides', 'dayLists'])
      await parkit.call(calls[`consoleRules.${name}`]!, { params }, { token: tokens.rates })
    for (const name of ['cityActs', 'cityProposals'])
      await parkit.call(calls[`consoleTeam.${name}`]!, { params, query: {} }, { token: tokens.rates })
  } finally {
    pg.Client.prototype.query = query
  }
  expect(ran.length).toBeGreaterThan(8)
  for (const { text, values } of ran) {
    const rows = await scopedTo(parkit.db, other!.city_id)
      .transaction(async tx => (await tx.query(text, values)).rowCount ?? 0)
      .catch((error: Error) => {
        expect(error.message, text).toMatch(/row-level security/)
        return 0
      })
    // a lock answers one row of nothing
    if (!/pg_advisory_xact_lock/.test(text)) expect(rows, text).toBe(0)
  }
})

test('the role of a city has no grant on a table without a policy of its own, and runs nothing with the owner’s rights', async () => {
  const open = await asOwner(
    parkit.db.connectionString,
    `select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
        and has_any_column_privilege('parkit_city', oid, 'select, insert, update')
        and not (relrowsecurity and exists (select from pg_policy where polrelid = pg_class.oid
                   and 'parkit_city'::regrole = any(polroles) and pg_get_expr(polqual, polrelid) ~ 'city_now'))`,
  )
  expect(open).toEqual([])
  const definers = await asOwner(
    parkit.db.connectionString,
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
        and has_function_privilege('parkit_city', oid, 'execute')`,
  )
  expect(definers).toEqual([])
})
