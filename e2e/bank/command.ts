// `npm run bank [-- seed=1 operations=100000 clients=50 strangers=8 serverKills=20 databaseKills=5 faults=6 [broken=NAME]]`: prints what did not hold.
import { runBank } from './bank.ts'
import { type BreakName, breakBuild, breaks } from './broken-builds.ts'

const size = { seed: 1, operations: 100_000, clients: 50, strangers: 8, serverKills: 20, databaseKills: 5, faults: 6 }
let broken: ReturnType<typeof breakBuild> | undefined
for (const argument of process.argv.slice(2)) {
  const [name, value] = argument.split('=')
  if (name === 'broken' && value! in breaks) {
    broken = breakBuild(value as BreakName)
    continue
  }
  if (!(name! in size) || !Number.isInteger(Number(value))) throw new Error(`Not understood: ${argument}`)
  Object.assign(size, { [name!]: Number(value) })
}
console.log(JSON.stringify(size))
const started = performance.now()
const { wrong, ...done } = await runBank({ ...size, ...(broken && { program: broken.program }) }, console.log)
broken?.remove()
const seconds = Math.round((performance.now() - started) / 1000)
console.log(JSON.stringify({ ...done, seconds, operationsPerSecond: Math.round(done.operations / seconds) }, null, 2))
for (const sentence of wrong.slice(0, 50)) console.log(sentence)
console.log(wrong.length === 0 ? 'Nothing was lost, doubled or made up.' : `${wrong.length} things do not hold.`)
process.exitCode = wrong.length === 0 ? 0 : 1
