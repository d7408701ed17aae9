// Undoes an import in one transaction: each place gets back what it was before.
import type { CityRow } from '#city/cities/cities.ts'
import { replaceNames } from '#city/places/places.ts'
import { type Actor, always, nameOf, needsSecond, type Once, propose, recordAct } from '#city/team/team.ts'
import { outsideCity } from '#platform/city-scope.ts'
import type { Queryable } from '#platform/db.ts'
import type { createClosureImports } from './closures.ts'
import { closuresFormat } from './closures.ts'
import { digestOf } from './prices.ts'
import { ImportRefused } from './refused.ts'
import { isOver, requireState } from './run-state.ts'
import * as store from './store.ts'

export type Undoing = {
  actor: Actor
  /** where a second person has agreed to the prices of before */
  proposalId?: string
  once?: Once
}
export type Undone = {
  restored: number
  /** by number, edited later and left as they are */
  refused: string[]
  /** it waits for this one, and nothing is undone yet */
  proposal: string | null
}

type Closures = Pick<ReturnType<typeof createClosureImports>, 'undo'>

/** In a transaction, which holds the lock of the city's places from then on. Rule books stay. Throws `ImportRefused`. */
export const undoIn = async (
  tx: Queryable,
  closures: Closures,
  city: CityRow,
  importId: string,
  { actor, proposalId, once = always }: Undoing,
  now: Temporal.Instant,
): Promise<Undone> => {
  await store.lockCityPlaces(tx, city.id)
  return once(tx, async () => {
    const run = await requireState(tx, city, importId, 'published')
    if (isOver(run.published_at!, now))
      throw new ImportRefused('undo_over', 'It was published more than 30 days ago, and can no longer be undone.')
    const end = async (restored: number, refused: string[]): Promise<Undone> => {
      await store.setUndone(tx, importId, nameOf(actor), now)
      const after = { Restored: restored, Left: refused }
      await recordAct(tx, actor, { city: city.id, kind: 'importUndone', subject: importId, after, proposalId }, now)
      return { restored, refused, proposal: null }
    }
    if (run.format === closuresFormat) return end(await closures.undo(tx, city, run, actor), [])

    const repriced = await store.countRepriced(tx, importId)
    if (!proposalId && repriced > 0 && (await needsSecond(tx, city.id))) {
      if ('command' in actor)
        throw new ImportRefused(
          'needs_approval',
          `Prices of ${city.name} would change, which needs two people: say who you are with --by EMAIL.`,
        )
      const payload = { Source: run.source_id, Undo: true, PlacesWithOtherRules: repriced }
      const digest = await digestOf(tx, city, run)
      const proposal = await propose(tx, city, { kind: 'places', subject: importId, payload, digest }, actor, now)
      return { restored: 0, refused: [], proposal }
    }
    const refused: string[] = []
    let restored = 0
    for await (const page of store.changedPages(tx, importId)) {
      const made = page.filter(row => row.version !== null)
      const zones = made.map(({ key }) => key)
      const versions = made.map(({ version }) => version!)
      const back = await store.restoreZones(tx, city.id, zones, versions)
      const isBack = new Set(back.map(({ zone_number }) => zone_number))
      restored += back.length
      refused.push(...zones.filter(zone => !isBack.has(zone)))
    }
    // of the first one nothing is left to search for
    const before = async () =>
      (await store.findNamesBefore(tx, city.id, importId)) ?? ((await store.hasPlaces(tx, city.id)) ? null : [])
    const names = (await store.findNames(tx, importId)) && (await before())
    if (names) await outsideCity(tx, () => replaceNames(tx, city.code, 'import', names))
    await store.tellChanged(tx, city.id, city.code, `${importId} undone`)
    return end(restored, refused)
  })
}
