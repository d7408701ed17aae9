// A city's files over the console's calls: large ones in a thread of their own while drivers are served, and their bounds.
import { randomUUID } from 'node:crypto'
import * as imports from '@parkit/contract/staff/console-imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { mappingWith, smallFacts, table } from '#city/imports/testing.ts'
import { source, testCity } from '#city/places/testing.ts'
import { asOwner } from '#platform/testing.ts'
import { runTask } from './import-task.ts'
import { inviteMember } from './members.ts'
import { importForm, memberToken } from './testing.ts'

const parkit = await startTestServer({ poolSize: 12 })
afterAll(parkit.stop)
const code = 'wide'
let token: string
beforeAll(async () => {
  const facts = { ...smallFacts, name: code }
  await parkit.loadCity(source({ ...testCity(), facts, places: [], names: [], tariffs: [] }, 'import', code))
  await asOwner(parkit.db.connectionString, `update city set state = 'setup' where code = '${code}'`)
  token = await memberToken(parkit, code, 'Rosa', ['rates'])
})

const count = 6_000
/** Each long enough for more than 1 MB in all. */
const rows = Array.from({ length: count }, (_, i) => {
  const street = `${i} ${'Very Long Street Name '.repeat(8)}`
  return `${200_000 + i},Zone ${i},${street},39.${74_000 + (i % 500)},-104.${99_000 + (i % 700)},4,2.00,15,8 to 6,2 hours,In service,`
})
const upload = async (content: Uint8Array, Mapping = mappingWith()): Promise<string> => {
  const fields = { Format: 'csv', Source: 'meters', Mapping }
  const { headers, payload } = importForm(fields, [['file', 'meters.csv', content]])
  const answer = await parkit.app.inject({
    method: 'POST',
    url: `/api/Console/${code}/Import`,
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload,
  })
  return answer.json().ImportId
}

/** Finds parking until `work` ends; answers its result and the statuses of the calls. */
const whileServing = async <Result>(work: Promise<Result>): Promise<[Result, Set<number>]> => {
  const statuses = new Set<number>()
  let isOver = false
  const serving = (async () => {
    while (!isOver)
      statuses.add((await parkit.app.inject('/api/Parking/Find?Latitude=41.88&Longitude=-87.63')).statusCode)
  })()
  const result = await work
  isOver = true
  await serving
  return [result, statuses]
}

test('a large file is checked, published once, and undone, and drivers are served meanwhile', {
  timeout: 60_000,
}, async () => {
  const params = { city: code, id: await upload(table(rows)) }
  const [run, whileChecked] = await whileServing(parkit.call(imports.checkImport, { params }, { token }))
  expect(run.body).toMatchObject({ State: 'checked', Counters: { Added: count, Refused: 0 } })
  const key = randomUUID()
  const publish = () => parkit.call(imports.publishImport, { params, body: {} }, { token, key })
  const [first, whilePublished] = await whileServing(publish())
  expect(first.body).toMatchObject({ Import: { State: 'published', PublishedBy: 'Rosa' }, Proposal: null })
  expect((await publish()).body).toEqual(first.body)
  const undone = await parkit.call(imports.undoImport, { params }, { token })
  expect(undone.body).toMatchObject({ Import: { State: 'undone' }, Restored: count, Left: [] })
  expect([whileChecked, whilePublished]).toEqual([new Set([200]), new Set([200])])
})

test('a large file that is no table is refused, and says why', async () => {
  const params = { city: code, id: await upload(new TextEncoder().encode('no table\n'.repeat(200_000))) }
  const { status, error } = await parkit.call(imports.checkImport, { params }, { token })
  expect([status, error.Code]).toEqual([400, 'import_unreadable'])
})

test('a small file that its mapping makes large is refused, and drivers are served meanwhile', {
  timeout: 60_000,
}, async () => {
  const rules = Array.from({ length: 800 }, (_, n) => ({
    id: `r${n}`,
    priority: 100,
    name: { en: 'x'.repeat(100) },
    when: [],
    price: { perHour: '1.00', every: '15 minutes' },
  }))
  const place = {
    ref: '{zone}',
    name: 'Zone',
    address: 'Main St',
    latitude: '39.74',
    longitude: '-104.99',
    spaces: { general: 1 },
  }
  const many = new TextEncoder().encode(`zone${'\nx'.repeat(40_000)}`)
  const params = {
    city: code,
    id: await upload(many, mappingWith({ skip: [], place, book: { name: 'x', from: '', rules } })),
  }
  const [refused, statuses] = await whileServing(parkit.call(imports.checkImport, { params }, { token }))
  expect([refused.status, refused.error.Code]).toEqual([413, 'too_large'])
  expect(statuses).toEqual(new Set([200]))
  const { body } = await parkit.call(imports.importRun, { params }, { token })
  expect(body).toMatchObject({ State: 'failed', Error: expect.stringContaining('more memory or time') })
})

test('what waited for its turn is not done for somebody who was removed meanwhile', async () => {
  const importId = await upload(table(rows.slice(0, 3)))
  await parkit.call(imports.checkImport, { params: { city: code, id: importId } }, { token })
  const left = { code, email: 'lena@city.example', by: 'test' }
  const now = parkit.clock.now()
  await memberToken(parkit, code, 'Lena', ['rates'])
  await inviteMember(parkit.db, { ...left, roles: ['viewer'] }, now)
  const [lena] = await asOwner<{ staffId: string; name: string }>(
    parkit.db.connectionString,
    `select staff_id as "staffId", name from staff where email = '${left.email}'`,
  )
  const { connectionString } = parkit.db
  const key = { callerId: lena!.staffId, key: 'once', call: 'publish', inputHash: Buffer.from('x') }
  const base = { kind: 'publish', connectionString, city: code, now: now.toString(), importId } as const
  const publish = () => runTask({ ...base, actor: lena!, confirmed: code, key }, parkit.db)
  await expect(publish()).rejects.toMatchObject({ code: 'role_missing' })
  await inviteMember(parkit.db, { ...left, roles: [] }, now)
  await expect(publish()).rejects.toMatchObject({ code: 'not_found' })
  await inviteMember(parkit.db, { ...left, roles: ['owner'] }, now)
  expect(await publish()).toEqual({ proposal: null })
})
