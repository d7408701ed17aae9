// Files of a city as they are uploaded: of places and of closures, what is wrong with them, and how many wait to be checked.
import * as imports from '@parkit/contract/staff/console-imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { mappingWith, smallRows, table } from '#city/imports/testing.ts'
import { source, testCity } from '#city/places/testing.ts'
import { parkingCity, zones } from '#parking/sessions/testing.ts'
import { asOwner } from '#platform/testing.ts'
import { importForm, memberToken } from './testing.ts'

const parkit = await startTestServer({ city: parkingCity() })
afterAll(parkit.stop)
const owner = (text: string) => asOwner<Record<string, unknown>>(parkit.db.connectionString, text)
const city = 'test'
const tokens = {} as Record<'rates' | 'second' | 'stranger', string>
beforeAll(async () => {
  await parkit.loadCity(source({ ...testCity(), places: [], names: [], tariffs: [] }, 'import', 'tiny'))
  tokens.rates = await memberToken(parkit, city, 'Rita', ['rates'])
  tokens.second = await memberToken(parkit, city, 'Otto', ['rates'])
  tokens.stranger = await memberToken(parkit, 'tiny', 'Tom', ['owner'])
})

type Files = Parameters<typeof importForm>[1]
const send = (token: string, fields: Record<string, string>, files: Files, code = city) => {
  const { headers, payload } = importForm(fields, files)
  const url = `/api/Console/${code}/Import`
  return parkit.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: `Bearer ${token}` } })
}
const upload = (token: string, fields: Record<string, string> = {}, code = city) =>
  send(
    token,
    { Format: 'csv', Source: 'meters', Mapping: mappingWith(), ...fields },
    [['file', 'meters.csv', table(smallRows)]],
    code,
  )

test('closures are uploaded, checked, published, and undone like places', async () => {
  const [from, to] = [60, 300].map(minutes => noon.add({ minutes }).toString())
  const rows = `id,zones,from,to,reason,tow\nfair,${zones.street},${from},${to},Street fair,\n`
  const sendClosures = (Kind: string) =>
    send(tokens.rates, { Kind, Format: 'csv', Source: 'works' }, [['file', 'works.csv', rows]])
  expect(Object.keys((await sendClosures('closed')).json().Fields)).toEqual(['Kind'])
  const uploaded = await sendClosures('closures')
  expect(uploaded.json()).toMatchObject({ State: 'read', Format: 'closures' })
  const params = { city, id: uploaded.json().ImportId as string }
  const token = tokens.rates
  const run = await parkit.call(imports.checkImport, { params }, { token })
  expect(run.body).toMatchObject({ State: 'checked', Counters: { Read: 1, Added: 1, Refused: 0 } })
  const done = await parkit.call(imports.publishImport, { params, body: {} }, { token, key: 'publish' })
  expect(done.body).toMatchObject({ Import: { State: 'published' }, Proposal: null })
  const states = () => owner(`select name, state from override`)
  expect(await states()).toEqual([{ name: 'Street fair', state: 'published' }])
  expect((await parkit.call(imports.undoImport, { params }, { token, key: 'undo' })).status).toBe(200)
  expect(await states()).toEqual([{ name: 'Street fair', state: 'cancelled' }])
})

test('what is wrong with an upload or a file is said, and nothing of it stays', async () => {
  const refused = async (fields: Record<string, string>) => (await upload(tokens.rates, fields)).json()
  expect(Object.keys((await refused({ Format: 'pdf' })).Fields)).toEqual(['Format'])
  expect(Object.keys((await refused({ Source: 'Not a source' })).Fields)).toEqual(['Source'])
  const bare = (files: Files) => send(tokens.rates, { Format: 'csv' }, files)
  const nothing = await bare([])
  expect(Object.keys(nothing.json().Fields)).toEqual(['file'])
  const huge = await bare([['file', 'x.csv', Buffer.alloc(64 * 1_024 * 1_024 + 1)]])
  expect([huge.statusCode, huge.json().Code]).toEqual([413, 'too_large'])
  const unreadable = (await upload(tokens.rates, { Mapping: 'format: geojson' })).json()
  const params = { city, id: unreadable.ImportId as string }
  const { status, error } = await parkit.call(imports.checkImport, { params }, { token: tokens.rates })
  expect([status, error.Code, error.Reason]).toEqual([400, 'import_unreadable', expect.any(String)])
  const { body } = await parkit.call(imports.importRun, { params }, { token: tokens.rates })
  expect(body).toMatchObject({ State: 'failed', Error: error.Reason })
  const kept = `select from import_file join import_run using (import_id) join city on city_id = city where code = '${city}'`
  expect(await owner(kept)).toEqual([])
})

test('files that nobody checks fill no disk: a city keeps so many bytes, a day at most', {
  timeout: 60_000,
}, async () => {
  const id = (await upload(tokens.rates)).json().ImportId as string
  await owner(
    `insert into import_file (import_id, role, name, part, bytes)
       select '${id}', 'with', 'large', n, convert_to(repeat('x', 110000000), 'UTF8') from generate_series(1, 10) n`,
  )
  const refused = await upload(tokens.second)
  expect([refused.statusCode, refused.json().Code]).toEqual([413, 'too_large'])
  expect((await upload(tokens.stranger, {}, 'tiny')).statusCode).toBe(200)
  parkit.clock.advance({ hours: 25 })
  const dayLater = await memberToken(parkit, city, 'Dana', ['rates'])
  expect((await upload(dayLater)).statusCode).toBe(200)
  parkit.clock.set(noon)
})
