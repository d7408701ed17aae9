// `npm run bank -- [replica] [seed=1 operations=100000 …] [broken=NAME]`: prints what did not hold. The settings are docs/money.md's.
import { runBank } from './bank.ts'
import { type BreakName, breakBuild, breaks } from './broken-builds.ts'
import { type FlawName, flaws, withFlaw } from './replica/flaws.ts'
import { pgbouncer } from './replica/pooler.ts'
import { runReplicaBank } from './replica/replica-bank.ts'

const isReplica = process.argv[2] === 'replica'
const size = { seed: 1, operations: 100_000, clients: 50, strangers: 8, serverKills: 20, databaseKills: 5, faults: 6 }
if (isReplica) Object.assign(size, { serverKills: 25, databaseKills: 10, faults: 2 })
const pair = { servers: 3, mostSeconds: 10, standbyGone: 'continue', pooler: pgbouncer ? 'pgbouncer' : 'address' }
const choices: Record<string, string[]> = { standbyGone: ['wait', 'continue'], pooler: ['pgbouncer', 'address'] }

let broken: ReturnType<typeof breakBuild> | undefined
let flaw: FlawName | undefined
for (const argument of process.argv.slice(isReplica ? 3 : 2)) {
  const [name = '', value = ''] = argument.split('=')
  const isNumber = /^\d+$/.test(value)
  if (isReplica && name === 'broken' && value in flaws) flaw = value as FlawName
  else if (name === 'broken' && value in breaks) broken = breakBuild(value as BreakName)
  else if (name in size && isNumber) Object.assign(size, { [name]: Number(value) })
  else if (isReplica && (name === 'servers' || name === 'mostSeconds') && isNumber) pair[name] = Number(value)
  else if (isReplica && choices[name]?.includes(value)) Object.assign(pair, { [name]: value })
  else throw new Error(`Not understood: ${argument}`)
}
console.log(JSON.stringify({ ...size, ...(isReplica && pair) }))
const started = performance.now()
const tested = { ...size, ...(broken && { program: broken.program }) }
const options = {
  servers: pair.servers,
  policy: pair.standbyGone as 'wait' | 'continue',
  withPgBouncer: pair.pooler === 'pgbouncer',
  withDisks: true,
  mostGapMs: pair.mostSeconds * 1_000,
}
const given = flaw && withFlaw(flaw, tested, options)
const { wrong, ...done } = await (isReplica
  ? runReplicaBank(given?.size ?? tested, given?.options ?? options, console.log)
  : runBank(tested, console.log))
broken?.remove()
given?.remove()
const seconds = Math.round((performance.now() - started) / 1000)
console.log(JSON.stringify({ ...done, seconds, operationsPerSecond: Math.round(done.operations / seconds) }, null, 2))
for (const sentence of wrong.slice(0, 50)) console.log(sentence)
console.log(wrong.length === 0 ? 'Nothing was lost, doubled or made up.' : `${wrong.length} things do not hold.`)
process.exitCode = wrong.length === 0 ? 0 : 1
