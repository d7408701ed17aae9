// `npm run city:proposals`: what waits for a second person in a city, and approving, refusing, or withdrawing one; or that the city goes live.
import { createCities } from '#city/cities/cities.ts'
import { actorOf, approve, isExpired, listProposals, refuseProposal, withdraw } from '#city/team/team.ts'
import { cardKeysOf } from '#platform/card-keys.ts'
import { scopedTo } from '#platform/city-scope.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { readCommandLine } from '#platform/command-line.ts'
import { migrate } from '#platform/migrate.ts'
import { effectsOf } from './effects.ts'
import { proposeLive } from './team-calls.ts'

const usage = `Usage: npm run city:proposals -- CITY
       npm run city:proposals -- CITY --live --by EMAIL
       npm run city:proposals -- CITY --approve ID --by EMAIL
       npm run city:proposals -- CITY --refuse ID --reason "Why" --by EMAIL
       npm run city:proposals -- CITY --withdraw ID --by EMAIL`

const text = { type: 'string' } as const
const options = readCommandLine(
  usage,
  { live: { type: 'boolean' }, approve: text, refuse: text, withdraw: text, reason: text, by: text },
  (values, [code, ...rest]) => {
    const asked = [values.live, values.approve, values.refuse, values.withdraw].filter(value => value !== undefined)
    const isWhole =
      asked.length === (values.by === undefined ? 0 : 1) &&
      (values.reason === undefined) === (values.refuse === undefined)
    return code && rest.length === 0 && isWhole ? { code, ...values } : null
  },
)

await runCommand(async ({ config, connectionString, db }) => {
  await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
  const now = systemClock.now()
  const city = await createCities({ db, clock: systemClock }).find(options.code)
  if (!city) throw new Error(`There is no city ${options.code}.`)
  const scoped = scopedTo(db, city.id)
  if (options.by === undefined) {
    const rows = await listProposals(scoped.pool, city.id, 50, null, null, null)
    const lines = rows.map(row => {
      const state = row.state === 'open' && isExpired(row, now) ? 'expired' : row.state
      return `${row.proposal_id}  ${state} ${row.kind}  ${row.subject}  by ${row.maker.Email} at ${row.at}`
    })
    return console.log(lines.join('\n') || `${city.name} has no proposals.`)
  }
  const actor = await actorOf(db.pool, options.by)
  if ('command' in actor) throw new Error('Name yourself by e-mail: --by EMAIL')
  const id = options.approve ?? options.refuse ?? options.withdraw ?? ''
  if (!options.live && !/^[0-9a-f-]{36}$/.test(id)) throw new Error(`${city.name} has no proposal ${id}.`)
  const { reason = '' } = options
  await scoped.transaction(async tx => {
    if (options.live) {
      const proposal = await proposeLive(tx, city, actor, now)
      console.log(`Somebody else has to agree: npm run city:proposals -- ${city.code} --approve ${proposal} --by EMAIL`)
    } else if (options.approve !== undefined)
      await approve(tx, city, id, actor, effectsOf({ db: scoped, clock: systemClock }), now)
    else if (options.refuse !== undefined) await refuseProposal(tx, city, id, actor, reason, now)
    else await withdraw(tx, city, id, actor, now)
  })
  if (!options.live) console.log('Done.')
})
