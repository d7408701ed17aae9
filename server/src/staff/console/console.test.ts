// The console over HTTP: who may make which call, imports step by step, dated changes, and the second person.
import { randomUUID } from 'node:crypto'
import { calls } from '@parkit/contract/calls'
import { zone as zoneCall } from '@parkit/contract/city/places'
import { type CityRole, cityRoles } from '@parkit/contract/platform/choices'
import * as imports from '@parkit/contract/staff/console-imports'
import * as team from '@parkit/contract/staff/console-team'
import { conversations } from '@parkit/contract/staff/desk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { mappingWith, smallFacts, smallRows, table } from '#city/imports/testing.ts'
import { source, testCity } from '#city/places/testing.ts'
import { asOwner } from '#platform/testing.ts'
import { staffToken } from '#staff/desk/testing.ts'
import { inviteMember } from './members.ts'
import { consoleSamples } from './samples-testing.ts'
import { importForm, memberToken } from './testing.ts'

const parkit = await startTestServer({ poolSize: 12 })
afterAll(parkit.stop)
const owner = (text: string) => asOwner<Record<string, unknown>>(parkit.db.connectionString, text)
const setState = (code: string, state: string) => owner(`update city set state = '${state}' where code = '${code}'`)

/** A role each in the city `small`, and somebody of each kind elsewhere. */
const tokens = {} as Record<CityRole | 'second' | 'stranger' | 'lead' | 'agent' | 'chicago', string>
beforeAll(async () => {
  for (const code of ['small', 'tiny'])
    await parkit.loadCity(
      source(
        { ...testCity(), facts: { ...smallFacts, name: code }, places: [], names: [], tariffs: [] },
        'import',
        code,
      ),
    )
  for (const role of cityRoles) tokens[role] = await memberToken(parkit, 'small', role, [role])
  tokens.second = await memberToken(parkit, 'small', 'Second', ['rates'])
  tokens.stranger = await memberToken(parkit, 'tiny', 'Stranger', ['owner'])
  tokens.chicago = await memberToken(parkit, 'test', 'Cleo', ['owner', 'rates'])
  tokens.lead = await staffToken(parkit, 'Lead')
})
beforeEach(() => setState('small', 'setup'))

const city = 'small'
const upload = (
  token: string,
  rows = smallRows,
  { fields = {}, code = city }: { fields?: Record<string, string>; code?: string } = {},
) =>
  parkit.app.inject({
    method: 'POST',
    url: `/api/Console/${code}/Import`,
    ...withToken(
      importForm({ Format: 'csv', Source: 'meters', Mapping: mappingWith(), ...fields }, [
        ['file', 'meters.csv', table(rows)],
      ]),
      token,
    ),
  })
const withToken = ({ headers, payload }: ReturnType<typeof importForm>, token: string) => ({
  headers: { ...headers, authorization: `Bearer ${token}` },
  payload,
})
const checked = async (token: string, rows = smallRows) => {
  const id = (await upload(token, rows)).json().ImportId as string
  const { status, error } = await parkit.call(imports.checkImport, { params: { city, id } }, { token })
  expect([status, error.Code]).toEqual([200, undefined])
  return id
}
const publish = (token: string, id: string, body = {}, key: string = randomUUID()) =>
  parkit.call(imports.publishImport, { params: { city, id }, body }, { token, key })
const approve = (token: string, id: string, code = city) =>
  parkit.call(team.approveCityProposal, { params: { city: code, id } }, { token })
const edited = (row: number, from: string, to: string, rows = smallRows) =>
  rows.map((text, i) => (i + 1 === row ? text.replace(from, to) : text))
const acts = async (token = tokens.viewer) =>
  (await parkit.call(team.cityActs, { params: { city }, query: {} }, { token })).body.Items

test('who may make which call: by role, and 404 alike for another city and for none', async () => {
  const consoleCalls = Object.entries(calls).filter(([, call]) => call.path.startsWith('/api/Console/:city'))
  expect(consoleCalls).toHaveLength(27)
  const body = { Kind: 'live', Reason: 'No' }
  const ask = (call: (typeof consoleCalls)[number][1], token: string | undefined, code: string = city) =>
    parkit.call(
      { ...call, path: call.path } as never,
      {
        params: { city: code, id: randomUUID(), source: 'nothing' },
        ...(call.body && { body: sample(call.path) }),
      } as never,
      token ? { token } : {},
    ) as Promise<{ status: number; error: { Code: string } }>
  const sample = (path: string) =>
    path.includes('/Sources')
      ? { ...consoleSamples['consoleSources.addFeed'].body, Url: 'no address', Paused: true }
      : path.endsWith('/Days')
        ? { List: 'x', Name: 'X', KnownUntil: '2027-12-31', Days: [] }
        : path.endsWith('/Overrides')
          ? { Kind: 'closed', Name: 'X', ZoneNumbers: ['9999'], StartsAt: noon.toString(), EndsAt: noon.toString() }
          : body
  const table: Record<string, string> = {}
  for (const [name, call] of consoleCalls) {
    const may: string[] = []
    for (const role of cityRoles) {
      const { error } = await ask(call, tokens[role])
      if (error.Code !== 'role_missing') may.push(role)
    }
    expect(may.toSorted(), name).toEqual([...call.roles!].toSorted())
    table[name.split('.')[1]!] = may.join(' ')
    const strangers = [
      await ask(call, tokens.stranger),
      await ask(call, tokens.owner, 'tiny'),
      await ask(call, tokens.owner, 'no-such-city'),
      await ask(call, undefined),
      await ask(call, (await parkit.driver({ dollars: 0, vehicle: false, cards: [] })).token),
    ]
    for (const answer of strangers) {
      expect(answer.status, name).toBe(404)
      expect(answer.error, name).toEqual(strangers[0]!.error)
    }
    const lead = await ask(call, tokens.lead)
    if (!call.lead) expect(lead.error, name).toEqual(strangers[0]!.error)
    else if (!call.path.includes(':id')) expect(lead.status, name).toBe(200)
  }
  expect(table).toMatchInlineSnapshot(`
    {
      "addFeed": "owner rates",
      "approveCityProposal": "owner rates",
      "cancelCityOverride": "owner rates",
      "changeFeed": "owner rates",
      "checkImport": "owner rates",
      "cityActs": "owner rates money permits viewer",
      "cityImports": "owner rates",
      "cityOverrides": "owner rates money permits viewer",
      "cityProposals": "owner rates money permits viewer",
      "citySource": "owner rates",
      "citySources": "owner rates money permits viewer",
      "dayLists": "owner rates money permits viewer",
      "draftOverride": "owner rates",
      "importRows": "owner rates",
      "importRun": "owner rates",
      "pauseFeed": "owner rates",
      "pollFeed": "owner rates",
      "previewOverride": "owner rates",
      "proposeLive": "owner rates",
      "publishDayList": "owner rates",
      "publishImport": "owner rates",
      "publishOverride": "owner rates",
      "refuseCityProposal": "owner rates",
      "removeFeed": "owner rates",
      "undoImport": "owner rates",
      "uploadImport": "owner rates",
      "withdrawCityProposal": "owner rates",
    }
  `)
})

test('a city’s own staff have nothing to do with the desk, and see their cities', async () => {
  expect((await parkit.call(conversations, { query: {} }, { token: tokens.owner })).status).toBe(404)
  const { body } = await parkit.call(team.myCities, {}, { token: tokens.rates })
  expect(body).toMatchObject({ Me: { Name: 'rates' }, Items: [{ City: 'small', Roles: ['rates'] }] })
  await inviteMember(parkit.db, { code: city, email: 'viewer@city.example', roles: [], by: 'test' }, noon)
  expect((await parkit.call(team.cityActs, { params: { city }, query: {} }, { token: tokens.viewer })).status).toBe(404)
  const again = { code: city, email: 'viewer@city.example', roles: ['viewer'] as const, by: 'test' }
  expect((await inviteMember(parkit.db, again, noon)).secret).toBeNull()
  expect((await acts())[0]).toMatchObject({ Kind: 'rolesSet', By: { Kind: 'command', Name: 'test' } })
})

test('an import: uploaded, checked, read row by row, published once for its key, and undone', async () => {
  const uploaded = await upload(tokens.rates, [
    ...smallRows,
    '4199,No Rate,x,39.74,-104.99,1,free?,15,8 to 6,,In service,',
  ])
  expect(uploaded.json()).toMatchObject({ State: 'read', Counters: null, MadeBy: 'rates', Source: 'meters' })
  const id = uploaded.json().ImportId as string
  const params = { city, id }
  const early = await publish(tokens.rates, id)
  expect([early.status, early.error.Code]).toEqual([409, 'import_state'])
  const run = await parkit.call(imports.checkImport, { params }, { token: tokens.owner })
  expect(run.body).toMatchObject({ State: 'checked', Counters: { Read: 13, Added: 12, Refused: 1 } })
  expect((await parkit.call(imports.checkImport, { params }, { token: tokens.owner })).error.Code).toBe('import_state')
  const read = await parkit.call(imports.importRun, { params }, { token: tokens.owner })
  expect(read.body.Reasons).toEqual([{ Field: 'rate', Reason: expect.any(String), Count: 1 }])
  const rows: string[] = []
  for (let Cursor: string | undefined; ; ) {
    const query = { Limit: 5, ...(Cursor && { Cursor }) }
    const page = (await parkit.call(imports.importRows, { params, query }, { token: tokens.rates })).body
    rows.push(...page.Items.map(row => `${row.Row} ${row.Change}`))
    if (!page.NextCursor) break
    Cursor = page.NextCursor
  }
  expect(rows).toEqual([...smallRows.map((_, i) => `${i + 1} added`), '13 refused'])
  expect(await owner(`select from import_file`)).toEqual([])

  // in setup one person is enough
  const [first, second] = await Promise.all([
    publish(tokens.rates, id, {}, 'once'),
    publish(tokens.rates, id, {}, 'once'),
  ])
  expect([first.status, second.status]).toEqual([200, 200])
  expect(first.body).toMatchObject({ Import: { State: 'published', PublishedBy: 'rates' }, Proposal: null })
  expect((await publish(tokens.rates, id)).error.Code).toBe('import_state')
  expect((await acts()).filter(({ Kind, Subject }) => Kind === 'importPublished' && Subject === id)).toHaveLength(1)
  const other = await upload(tokens.stranger, smallRows, { code: 'tiny' })
  expect(other.statusCode).toBe(200)
  const theirs = { city, id: other.json().ImportId as string }
  const listed: string[] = []
  for (let Cursor: string | undefined; ; ) {
    const query = { Limit: 1, ...(Cursor && { Cursor }) }
    const { Items, NextCursor } = (
      await parkit.call(imports.cityImports, { params: { city }, query }, { token: tokens.rates })
    ).body
    listed.push(...Items.map(({ ImportId, State }) => `${ImportId} ${State}`))
    if (!NextCursor) break
    Cursor = NextCursor
  }
  expect([listed.length, listed.filter(one => one === `${id} published`)]).toEqual([
    (await owner(`select from import_run where city = (select city_id from city where code = '${city}')`)).length,
    [`${id} published`],
  ])
  expect(listed.some(one => one.startsWith(theirs.id))).toBe(false)
  expect((await parkit.call(imports.importRun, { params: theirs }, { token: tokens.owner })).status).toBe(404)
})

test('prices of a live city wait for somebody else; the same file once approved is published with vote and act', async () => {
  await setState(city, 'live')
  const id = await checked(tokens.rates, edited(5, ',0.50,30', ',1.00,30'))
  const { status, body } = await publish(tokens.rates, id)
  expect([status, body.Code, body.Import.State]).toEqual([202, 'needs_approval', 'checked'])
  const Proposal = body.Proposal!
  // pressed again it is the same one
  expect((await publish(tokens.second, id)).body.Proposal).toBe(Proposal)
  expect((await approve(tokens.rates, Proposal)).error.Code).toBe('own_proposal')
  expect((await approve(tokens.money, Proposal)).error.Code).toBe('role_missing')
  expect((await approve(tokens.stranger, Proposal)).status).toBe(404)
  // the city has a second person
  expect((await approve(tokens.lead, Proposal)).error.Code).toBe('role_missing')
  const list = (await parkit.call(team.cityProposals, { params: { city }, query: {} }, { token: tokens.viewer })).body
  expect(list.Items.find(one => one.Proposal === Proposal)).toMatchObject({
    Kind: 'places',
    State: 'open',
    MadeBy: { Name: 'rates' },
  })

  const both = await Promise.all([approve(tokens.second, Proposal), approve(tokens.owner, Proposal)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.error.Code).toBe('proposal_over')
  const run = await parkit.call(imports.importRun, { params: { city, id } }, { token: tokens.owner })
  expect(run.body.State).toBe('published')
  const [act] = (await acts()).filter(({ Kind }) => Kind === 'placesApproved')
  expect(act).toMatchObject({ Subject: id, Proposal })
  expect(await owner(`select yes from proposal_vote where proposal_id = '${Proposal}'`)).toEqual([{ yes: true }])
})

test('undoing prices of a live city waits for somebody else too, and gives them back once that one agrees', async () => {
  await setState(city, 'live')
  const rate = async () =>
    (await parkit.call(zoneCall, { params: { zone: '4105' }, query: { City: city } })).body.HourlyRate
  const before = await rate()
  const id = await checked(tokens.rates, edited(5, ',0.50,30', ',3.00,30'))
  await approve(tokens.second, (await publish(tokens.rates, id)).body.Proposal!)
  await expect.poll(rate).not.toBe(before)
  const dearer = await rate()
  const undo = (token: string) =>
    parkit.call(imports.undoImport, { params: { city, id } }, { token, key: randomUUID() })
  const { status, body } = await undo(tokens.rates)
  expect([status, body.Code, body.Import.State, body.Restored]).toEqual([202, 'needs_approval', 'published', 0])
  expect((await undo(tokens.second)).body.Proposal).toBe(body.Proposal)
  expect(await rate()).toBe(dearer)
  expect((await approve(tokens.rates, body.Proposal!)).error.Code).toBe('own_proposal')
  expect((await approve(tokens.second, body.Proposal!)).status).toBe(200)
  await expect.poll(rate).toBe(before)
  expect((await undo(tokens.rates)).error.Code).toBe('import_state')
})

test('in a live city an import without other prices needs nobody; many withdrawn ask for the name', async () => {
  await setState(city, 'live')
  const id = await checked(tokens.rates, edited(1, ',12,2.00', ',14,2.00', edited(5, ',0.50,30', ',1.00,30')))
  expect((await publish(tokens.rates, id)).status).toBe(200)
  const empty = await checked(tokens.rates, [])
  expect((await publish(tokens.rates, empty)).error.Code).toBe('name_needed')
  expect((await publish(tokens.rates, empty, { CityName: 'tiny' })).error.Code).toBe('name_needed')
  expect((await publish(tokens.rates, empty, { CityName: 'small' })).status).toBe(200)
  const { body } = await parkit.call(imports.undoImport, { params: { city, id: empty } }, { token: tokens.owner })
  expect(body).toMatchObject({ Import: { State: 'undone' }, Restored: 12, Left: [] })
})

test('a proposal whose subject moved, one that is over, and a lost role approve nothing', async () => {
  await setState(city, 'live')
  const rows = edited(5, ',0.50,30', ',2.00,30')
  const propose = async (text = rows) => {
    const id = await checked(tokens.rates, text)
    return { id, Proposal: (await publish(tokens.rates, id)).body.Proposal! }
  }
  const moved = await propose()
  await owner(
    `update zone set name = 'Renamed' where city = (select city_id from city where code = 'small') and zone_number = '4101'`,
  )
  expect((await approve(tokens.second, moved.Proposal)).error.Code).toBe('changed_meanwhile')
  expect((await publish(tokens.rates, moved.id)).error.Code).toBe('import_stale')

  const refused = await propose()
  const decide = (call: typeof team.refuseCityProposal | typeof team.withdrawCityProposal, token: string, id: string) =>
    parkit.call(call, { params: { city, id }, body: { Reason: 'Too much' } }, { token })
  expect((await decide(team.refuseCityProposal, tokens.rates, refused.Proposal)).error.Code).toBe('own_proposal')
  expect((await decide(team.refuseCityProposal, tokens.second, refused.Proposal)).status).toBe(200)
  expect((await approve(tokens.second, refused.Proposal)).error.Code).toBe('proposal_over')

  const withdrawn = (await publish(tokens.rates, refused.id)).body.Proposal!
  expect(withdrawn).not.toBe(refused.Proposal)
  expect((await decide(team.withdrawCityProposal, tokens.second, withdrawn)).status).toBe(404)
  expect((await decide(team.withdrawCityProposal, tokens.rates, withdrawn)).status).toBe(200)

  const expired = (await publish(tokens.rates, refused.id)).body.Proposal!
  parkit.clock.advance({ hours: 24 * 14 })
  const late = await memberToken(parkit, city, 'Late', ['rates'])
  expect((await approve(late, expired)).error.Code).toBe('proposal_over')
  parkit.clock.set(noon)

  const open = (await publish(tokens.rates, refused.id)).body.Proposal!
  await inviteMember(parkit.db, { code: city, email: 'late@city.example', roles: ['viewer'], by: 'test' }, noon)
  expect((await approve(late, open)).error.Code).toBe('role_missing')
  await decide(team.withdrawCityProposal, tokens.rates, open)
})

test('going live needs a second person, a lead of the desk in a city of one', async () => {
  const going = { params: { city: 'tiny' }, body: { Kind: 'live' as const } }
  await setState('tiny', 'setup')
  const { status, body } = await parkit.call(team.proposeLive, going, { token: tokens.stranger })
  expect([status, body.Code]).toEqual([202, 'needs_approval'])
  expect((await approve(tokens.stranger, body.Proposal, 'tiny')).error.Code).toBe('own_proposal')
  expect((await approve(tokens.lead, body.Proposal, 'tiny')).status).toBe(200)
  expect((await parkit.call(team.proposeLive, going, { token: tokens.stranger })).error.Code).toBe('city_state')
})

test('the log of acts can’t be changed, by the database’s owner either', async () => {
  expect((await acts()).length).toBeGreaterThan(3)
  await expect(owner('update act set actor_name = $$x$$')).rejects.toThrow(/append-only/)
  await expect(owner('delete from act')).rejects.toThrow(/append-only/)
  await expect(parkit.db.pool.query('delete from act')).rejects.toThrow(/permission denied/)
})
