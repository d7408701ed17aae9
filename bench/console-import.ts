// A table of 100,000 places through the console's calls, uploaded, checked, published, and undone beside drivers who look and pay: times, the server's memory, everybody's waits: `node bench/console-import.ts [rows]`.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import * as places from '@parkit/contract/city/places'
import * as imports from '@parkit/contract/staff/console-imports'
import { acceptInvite } from '@parkit/contract/staff/desk-staff'
import { type Driver, require } from '../e2e/api.ts'
import { CityFacts, upsertCity } from '../server/src/city/cities/cities.ts'
import { mappingWith, smallFacts, table } from '../server/src/city/imports/testing.ts'
import { openDatabase } from '../server/src/platform/db.ts'
import { inviteMember } from '../server/src/staff/console/members.ts'
import { somewhere } from './arrivals.ts'
import { withDrivers } from './drivers.ts'
import { report } from './figures.ts'
import { quantiles } from './growth.ts'
import { journey } from './journey.ts'
import { postgresMs, processorMs } from './processor.ts'

const count = Number(process.argv[2] ?? 100_000)
const quietSeconds = 15
/** so many of each a second, for as long as a step takes */
const rates = { reads: 20, journeys: 1 }
const limits = { seconds: 60, megabytes: 600 }
const city = 'wide'

/** Four rules, on a grid of 500 by 200 places within 11 km. */
const rows = Array.from({ length: count }, (_, i) => {
  const position = `39.${70_000 + (i % 500) * 10},-104.${95_000 + Math.floor(i / 500) * 10}`
  return `${100_000 + i},Zone ${i},${i} Main St,${position},4,${1 + (i % 4)},15,8 to 6,2 hours,In service,`
})

/** The most that a process held so far. Linux. */
const peakMegabytes = (pid: number) =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024
const loopDelayMs = async (address: string): Promise<number> => {
  const text = await (await fetch(new URL('/metrics', address))).text()
  return Number(/^parkit_event_loop_delay_seconds\{quantile="1"\} (\S+)/m.exec(text)![1]) * 1_000
}

const makeCity = async (connectionString: string) => {
  const db = openDatabase({ connectionString, poolSize: 1 })
  const at = Temporal.Now.instant()
  const facts = CityFacts.parse({ ...smallFacts, name: city })
  await db.transaction(tx => upsertCity(tx, city, facts, at))
  const invited = { code: city, email: 'rosa@city.example', roles: ['rates'], by: 'bench' } as const
  const { secret } = await inviteMember(db, invited, at)
  await db.close()
  return secret!
}

await withDrivers(2, async ({ address, pid, connectionString, dataDir, drivers, zone }) => {
  const body = { Secret: await makeCity(connectionString), Name: 'Rosa', Password: 'nine green bays' }
  const { Token: token } = await require(address, acceptInvite, { body })

  /** What drivers wait for while `work` is done. */
  const beside = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const [readMs, paidMs] = [[] as number[], [] as number[]]
    let isOver = false
    const paced = async (rate: number, call: () => Promise<unknown>) => {
      while (!isOver) await Promise.all([call(), sleep(1_000 / rate)])
    }
    const timed = async <Answer>(times: number[], call: () => Promise<Answer>) => {
      const began = performance.now()
      const answer = await call()
      times.push(performance.now() - began)
      return answer
    }
    const read = async () => {
      const { status } = await fetch(new URL(`${places.find.path}?${somewhere()}`, address))
      if (status !== 200) throw new Error(`Find: ${status}`)
    }
    const [payer] = drivers as [Driver]
    const pay = () =>
      journey(
        (declared, input, key) =>
          timed(paidMs, () => require(address, declared, input, { token: payer.token, ...(key && { key }) })),
        zone,
        payer.vehicleId,
      )
    await loopDelayMs(address)
    const driving = Promise.all([paced(rates.reads, () => timed(readMs, read)), paced(rates.journeys, pay)])
    const [began, processor] = [performance.now(), processorMs(pid) + postgresMs(dataDir)]
    const result = await work()
    const seconds = (performance.now() - began) / 1_000
    const used = (processorMs(pid) + postgresMs(dataDir) - processor) / 1_000
    isOver = true
    await driving
    const delay = await loopDelayMs(address)
    report({ what: `${what}: seconds`, value: seconds, unit: 's' })
    report({ what: `${what}: processor time of the server and PostgreSQL`, value: used, unit: 's' })
    const [reads, paid] = [readMs, paidMs].map(quantiles) as [
      ReturnType<typeof quantiles>,
      ReturnType<typeof quantiles>,
    ]
    report({ what: `${what}: Find, p95 of ${readMs.length}`, value: reads.p95, unit: 'ms' })
    report({ what: `${what}: a call of a journey, p95 of ${paidMs.length}`, value: paid.p95, unit: 'ms' })
    report({ what: `${what}: the longest delay of the event loop`, value: delay, unit: 'ms' })
    report({ what: `${what}: the server’s memory at most so far`, value: peakMegabytes(pid), unit: 'MB' })
    return result
  }

  const upload = async (): Promise<string> => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ Format: 'csv', Source: 'meters', Mapping: mappingWith() }))
      form.append(name, value)
    form.append('file', new Blob([table(rows)]), 'meters.csv')
    const url = new URL(imports.uploadImport.path.replace(':city', city), address)
    const response = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
    const answer = (await response.json()) as { ImportId: string }
    if (response.status !== 200) throw new Error(JSON.stringify(answer))
    return answer.ImportId
  }

  await beside('nothing else', () => sleep(quietSeconds * 1_000))
  const quietPeak = peakMegabytes(pid)
  const began = performance.now()
  const params = { city, id: await beside('upload', upload) }
  const run = await beside('check', () => require(address, imports.checkImport, { params }, { token }))
  if (run.Counters?.Added !== count) throw new Error(`Checked: ${JSON.stringify(run)}`)
  const key = randomUUID()
  await beside('publish', () => require(address, imports.publishImport, { params, body: {} }, { token, key }))
  const seconds = (performance.now() - began) / 1_000
  await beside('servers read the places again', () => sleep(quietSeconds * 1_000))
  const undone = await beside('undo', () => require(address, imports.undoImport, { params }, { token }))
  if (undone.Restored !== count) throw new Error(`Undone: ${undone.Restored}`)
  const what = `${count.toLocaleString('en')} places`
  report({ what: `${what}: upload, check, and publish`, value: seconds, unit: 's', limit: limits.seconds })
  report({ what: 'the server’s memory at most', value: peakMegabytes(pid), unit: 'MB', limit: limits.megabytes })
  report({ what: 'the server’s memory at most before', value: quietPeak, unit: 'MB' })
})
