// Many sessions that end at once: each ends exactly once, and one that fails or is held delays none of the others.
import { afterAll, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { anotherServer } from '#messaging/notices/testing.ts'
import { asOwner } from '#platform/testing.ts'
import { parkingActions } from './actions-testing.ts'

const parkit = await startTestServer({ poolSize: 12 })
afterAll(parkit.stop)
const { pool, connectionString } = parkit.db
const { start, later } = parkingActions(parkit)

const cars = 8
const driver = await parkit.driver({ dollars: 500 })
const vehicles: string[] = []
for (let n = 0; n < cars; n++) vehicles.push(await parkit.addVehicle(driver.token, `MANY ${n}`))

const startAll = () =>
  Promise.all(vehicles.map(async VehicleId => (await start(driver, { VehicleId, Minutes: 30 })).body.SessionId))

/** Of each: its state, how often it ended, its right, and its job. */
const outcomes = async (sessionIds: string[]) => {
  const { rows } = await pool.query<{ outcome: string }>(
    `select concat_ws(' ', status, (select count(*) from step where step.session_id = id and kind = 'ended'), state,
                      job.kind) as outcome
       from unnest($1::text[]) with ordinality as asked (id, n) join session on session_id = id
       join parking_right on parking_right.kind = 'session' and parking_right.ref = id
       left join job on job.kind = 'session-end' and job.ref = id
      order by n`,
    [sessionIds],
  )
  return rows.map(({ outcome }) => outcome)
}
const ended = 'ended 1 over'
const waiting = 'running 0 live session-end'

test('one that another transaction holds ends a second after it is free; the others end at once, and only once', async () => {
  parkit.clock.set(noon)
  const ids = await startAll()
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from session where session_id = $1 for update', [ids[3]])
  later(31)
  await parkit.jobs.runDue()
  expect(await outcomes(ids)).toEqual(ids.map(id => (id === ids[3] ? waiting : ended)))
  await holder.query('commit')
  holder.release()
  parkit.clock.advance({ seconds: 1 })
  await parkit.jobs.runDue()
  // a job that runs once more changes nothing
  await parkit.features.parking.endSessions(pool, ids, parkit.clock.now())
  expect(await outcomes(ids)).toEqual(ids.map(() => ended))
})

test('each is recorded as a change, its reminders are canceled, and its driver is to be notified of its end and cost', async () => {
  const ids = await startAll()
  const effects = async () => {
    const { rows } = await pool.query<{ effects: string[] }>(
      `select array(select kind from job where ref = id and kind like 'notice-%' order by kind)
              || array(select topic || ' ' || (change.driver_id = session.driver_id) || ' ' || (change.zone_number = session.zone_number)
                         from change where ref = id) as effects
         from unnest($1::text[]) with ordinality as asked (id, n) join session on session_id = id order by n`,
      [ids],
    )
    return rows.map(({ effects }) => effects)
  }
  const change = 'session true true'
  expect(await effects()).toEqual(ids.map(() => ['notice-ends15', 'notice-ends5', change]))
  // nobody has run the reminders
  later(31)
  await parkit.features.parking.endSessions(pool, ids, parkit.clock.now())
  expect(await effects()).toEqual(ids.map(() => ['notice-ended', 'notice-receipt', change, change]))
  await parkit.jobs.runDue()
})

test('one that cannot end is put off, and the others end', async () => {
  const ids = await startAll()
  const pay = (method: string) =>
    asOwner(connectionString, `update session set ${method} where session_id = '${ids[3]}'`)
  await pay(`method_id = 'no card holds it', payment = 'pending'`)
  later(31)
  await parkit.jobs.runDue()
  expect(await outcomes(ids)).toEqual(ids.map(id => (id === ids[3] ? waiting : ended)))
  await pay('method_id = null, payment = null')
  later(1)
  await parkit.jobs.runDue()
  expect(await outcomes(ids)).toEqual(ids.map(() => ended))
})

test('two servers end cars while they are parked anew: each old session ends once, each new one runs', async () => {
  const old = await startAll()
  later(31)
  const other = await anotherServer(parkit)
  const [fresh] = await Promise.all([startAll(), parkit.jobs.runDue(), other.jobs.runDue()])
  await other.app.close()
  parkit.clock.advance({ seconds: 1 })
  await parkit.jobs.runDue()
  expect([await outcomes(old), await outcomes(fresh)]).toEqual([old.map(() => ended), fresh.map(() => waiting)])
})
