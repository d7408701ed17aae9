// A city's dated changes over HTTP: closures and event rates, drafted, previewed, published, and cancelled.
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { Language } from '@parkit/contract/platform/errors'
import { cents, toCents, toDollars } from '@parkit/contract/platform/money'
import type * as contract from '@parkit/contract/staff/console-rules'
import type { CityRow } from '#city/cities/cities.ts'
import {
  cancelPublished,
  draftOverride,
  findOverride,
  listOverrides,
  OverrideRefused,
  type OverrideRow,
  publishOverride,
} from '#city/overrides/overrides.ts'
import { DayListRefused, listDays, publishDays } from '#city/rules/rules.ts'
import { recordAct } from '#city/team/team.ts'
import { scopedTo } from '#platform/city-scope.ts'
import type { Database } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import { dateText, timeText } from '#platform/time-text.ts'
import { type CityContext, personOf } from './context.ts'
import { onceFor, waitingOf } from './once.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const words = { en, es, hi }

const priceOf = ({ kind, rule }: OverrideRow) => {
  const line = kind === 'rate' ? rule?.price?.lines[0] : undefined
  return line?.stepSeconds ? { Amount: toDollars(cents(line.cents)), StepMinutes: line.stepSeconds / 60 } : null
}

const overrideOf = (row: OverrideRow): contract.CityOverride => ({
  OverrideId: row.override_id,
  Kind: row.kind,
  State: row.state,
  Name: row.name,
  ZoneNumbers: row.zone_numbers,
  StartsAt: row.starts_at.toString(),
  EndsAt: row.ends_at.toString(),
  Tow: row.tow,
  Price: priceOf(row),
  PublishedAt: row.published_at?.toString() ?? null,
})

/** Which field of the form a draft is refused at. */
const fields = { zoneNumbers: 'ZoneNumbers', name: 'Name', endsAt: 'EndsAt', price: 'PerHour' } as Record<
  string,
  string
>

/** Cents of a begun step. Throws at `PerHour` where they are no whole cents. */
export const stepPrice = ({ PerHour, StepMinutes }: Pick<contract.OverrideForm, 'PerHour' | 'StepMinutes'>) => {
  if (PerHour === undefined) return refuseField('PerHour', 'required')
  const own = (toCents(PerHour) * StepMinutes) / 60
  if (!Number.isInteger(own)) refuseField('PerHour', 'two_decimals')
  return { cents: own, stepSeconds: StepMinutes * 60 }
}

const messageOf = (row: OverrideRow, language: Language): string => {
  const at = (instant: Temporal.Instant) =>
    `${dateText(instant, row.time_zone, language)}, ${timeText(instant, row.time_zone, language)}`
  const price = priceOf(row)
  const said = { name: row.name, from: at(row.starts_at), to: at(row.ends_at), tow: row.tow }
  const said2 = price && { ...said, amount: `$${price.Amount.toFixed(2)}`, minutes: price.StepMinutes }
  return said2 ? words[language].rate(said2) : words[language].closed(said)
}

/** How many running sessions an override reaches, and what a closure would give back to them, in cents. */
export type Reach = (row: OverrideRow, now: Temporal.Instant) => Promise<{ sessions: number; refundCents: number }>

export const createRuleCalls = ({ db, reach }: { db: Database; reach: Reach }) => {
  const find = async (city: CityRow, overrideId: string) => {
    const row = await findOverride(scopedTo(db, city.id).pool, overrideId)
    return row?.city === city.id ? row : refuse('not_found')
  }

  return {
    days: async ({ city, now }: CityContext): Promise<Answer<typeof contract.dayLists>> => ({
      Items: (await listDays(scopedTo(db, city.id).pool, { city: city.id, timeZone: city.timeZone }, now)).map(
        ({ listId, name, list }) => ({
          List: listId,
          Name: name,
          KnownUntil: list.knownUntil,
          Days: list.days.map(({ day, name, from, to }) => ({
            Day: day,
            Name: name,
            ...(from !== undefined && { From: from }),
            ...(to !== undefined && { To: to }),
          })),
        }),
      ),
    }),

    publishDays: async (
      context: CityContext,
      body: contract.DayList,
    ): Promise<Answer<typeof contract.publishDayList>> => {
      const { city, now } = context
      const draft = {
        city: city.id,
        timeZone: city.timeZone,
        listId: body.List,
        name: body.Name.toWellFormed(),
        list: {
          knownUntil: body.KnownUntil,
          days: body.Days.map(({ Day, Name, From, To }) => ({
            day: Day,
            name: Name.toWellFormed(),
            ...(From !== undefined && { from: From }),
            ...(To !== undefined && { to: To }),
          })),
        },
      }
      const publish = scopedTo(db, city.id).transaction(async tx => {
        const changed = await publishDays(tx, draft, now)
        const act = { city: city.id, kind: 'daysPublished', subject: body.List, after: { ...changed, ...body } }
        await recordAct(tx, personOf(context), act, now)
        return changed
      })
      const { added, removed, same } = await publish.catch(error => {
        if (error instanceof DayListRefused)
          refuseField(error.field === 'knownUntil' ? 'KnownUntil' : 'Days', 'invalid')
        // published twice at the same instant
        if (error.code === '23505') refuse('changed_meanwhile')
        throw error
      })
      return { Added: added, Removed: removed, Same: same }
    },

    list: async ({ city, now }: CityContext): Promise<Answer<typeof contract.cityOverrides>> => ({
      Items: (await listOverrides(scopedTo(db, city.id).pool, city.id, now)).map(overrideOf),
    }),

    draft: async (
      { city, now }: CityContext,
      body: Input<typeof contract.draftOverride>['body'],
    ): Promise<contract.CityOverride> => {
      const price = body.Kind === 'rate' ? stepPrice(body) : undefined
      const draft = {
        city: city.id,
        zoneNumbers: body.ZoneNumbers,
        name: body.Name.toWellFormed(),
        tow: body.Tow,
        startsAt: Temporal.Instant.from(body.StartsAt),
        endsAt: Temporal.Instant.from(body.EndsAt),
        price,
      }
      const overrideId = await scopedTo(db, city.id)
        .transaction(tx => draftOverride(tx, draft, now))
        .catch(error => {
          if (error instanceof OverrideRefused) refuseField(fields[error.field] ?? error.field, 'invalid')
          throw error
        })
      return overrideOf(await find(city, overrideId))
    },

    /** Throws `override_over`. */
    preview: async (
      { city, now }: CityContext,
      overrideId: string,
    ): Promise<Answer<typeof contract.previewOverride>> => {
      const row = await find(city, overrideId)
      if (row.state === 'cancelled' || Temporal.Instant.compare(row.ends_at, now) <= 0) refuse('override_over')
      const { sessions, refundCents } = await reach(row, now)
      return {
        Sessions: sessions,
        Refund: toDollars(cents(refundCents)),
        Message: { En: messageOf(row, 'en'), Es: messageOf(row, 'es'), Hi: messageOf(row, 'hi') },
      }
    },

    publish: async (
      context: CityContext,
      overrideId: string,
      key: IdempotencyKey,
      language: Language,
    ): Promise<Answer<typeof contract.publishOverride>> => {
      const { city, now } = context
      const proposal = await scopedTo(db, city.id).transaction(tx =>
        publishOverride(tx, city, overrideId, personOf(context), now, onceFor(key, now)),
      )
      return { Override: overrideOf(await find(city, overrideId)), ...waitingOf(proposal, language) }
    },

    cancel: async (context: CityContext, overrideId: string, key: IdempotencyKey): Promise<contract.CityOverride> => {
      const { city, now } = context
      await scopedTo(db, city.id).transaction(tx =>
        cancelPublished(tx, city, overrideId, personOf(context), now, onceFor(key, now)),
      )
      return overrideOf(await find(city, overrideId))
    },
  }
}
