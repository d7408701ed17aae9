// A city's lists of days: publishing one whole, removing days or all of it, and warning before what is known of it ends.
import type { DayList } from '@parkit/contract/city/calendar-schemas'
import { type Problem, readDayList } from '#city/calendar/calendar.ts'
import type { Queryable } from '#platform/db.ts'
import * as store from './day-list-store.ts'
import { lockBooks } from './store.ts'

/** Before `known_until`: after it nobody knows whether a day is listed, and stays that depend on it are refused. */
const warnedDays = 60

type OfList = { city: number; timeZone: string; listId: string }
export type DayListDraft = OfList & { name: string; list: DayList }
export type DaysChanged = { added: number; removed: number; same: number }

/** A list that is refused, at its first wrong field. */
export class DayListRefused extends Error {
  readonly field: string
  constructor(field: string, reason: string) {
    super(reason)
    this.field = field
  }
}

const raise = ({ field, reason }: Problem): never => {
  throw new DayListRefused(field, reason)
}
const todayIn = (timeZone: string, now: Temporal.Instant): string =>
  now.toZonedDateTimeISO(timeZone).toPlainDate().toString()

type Days = DayList['days']
const keyOf = ({ day, name, from, to }: Days[number]) => [day, name, from ?? '', to ?? ''].join('|')

/** As they hold now, today's and those to come. Dates are the city's. */
export const listDays = async (db: Queryable, { city, timeZone }: Omit<OfList, 'listId'>, now: Temporal.Instant) =>
  (await store.selectLists(db, city, todayIn(timeZone, now))).map(row => ({
    listId: row.list_id,
    name: row.name,
    list: {
      knownUntil: row.known_until,
      days: row.days.map(({ day, name, from_time, to_time }) => ({
        day,
        name,
        ...(from_time !== null && { from: from_time }),
        ...(to_time !== null && { to: to_time }),
      })),
    },
  }))

/**
 * In a transaction: from now on the list has these days; of those that are past none is removed. What a running stay costs stays as it was.
 * Servers follow after the commit. Throws `DayListRefused`.
 */
export const publishDays = async (
  tx: Queryable,
  { city, timeZone, listId, name, list }: DayListDraft,
  now: Temporal.Instant,
): Promise<DaysChanged> => {
  if (!/^[A-Za-z0-9._-]{1,60}$/.test(listId)) throw new DayListRefused('listId', 'is no id: letters, digits, and . _ -')
  if (name.trim() === '') throw new DayListRefused('name', 'is empty')
  const days = readDayList(list).list?.days ?? raise(readDayList(list).problems[0]!)
  await lockBooks(tx, city)
  const today = todayIn(timeZone, now)
  const known = (await listDays(tx, { city, timeZone }, now)).find(one => one.listId === listId)?.list.days ?? []
  const given = days.filter(({ day }) => day >= today)
  const [before, after] = [new Set(known.map(keyOf)), new Set(given.map(keyOf))]
  const removed = known.filter(one => !after.has(keyOf(one)))
  const added = given.filter(one => !before.has(keyOf(one)))
  await store.upsertList(tx, city, listId, name.trim(), list.knownUntil)
  if (removed.length > 0)
    await store.removeDays(
      tx,
      city,
      listId,
      removed.map(({ day }) => day),
      now,
    )
  if (added.length > 0) await store.insertDays(tx, city, listId, added, now)
  return { added: added.length, removed: removed.length, same: given.length - added.length }
}

/**
 * In a transaction: takes days off a list, or, where none is named, the list itself with those to come. Throws `DayListRefused` where there
 * is none, or where rules of the city’s places name the list.
 */
export const removeDays = async (
  tx: Queryable,
  { city, timeZone, listId, days }: OfList & { days?: readonly string[] },
  now: Temporal.Instant,
): Promise<number> => {
  await lockBooks(tx, city)
  const known = (await listDays(tx, { city, timeZone }, now)).find(one => one.listId === listId)
  if (!known) throw new DayListRefused('listId', `no list of days is called ${listId}`)
  const listed = known.list.days.map(({ day }) => day)
  const unknown = days?.find(day => !listed.includes(day))
  if (unknown !== undefined) throw new DayListRefused('days', `${unknown} is not on the list, or is past`)
  const books = days ? [] : await store.selectBooksNaming(tx, city, listId)
  if (books.length > 0)
    throw new DayListRefused('listId', `rules name it: ${books.map(({ book_id }) => book_id).slice(0, 10).join(', ')}`) // biome-ignore format: one line
  const removed = days ?? listed
  if (removed.length > 0) await store.removeDays(tx, city, listId, removed, now)
  if (!days) await store.removeList(tx, city, listId, now)
  return removed.length
}

/** A sentence for each list that rules name and of which less than 60 days are known; of one city where it is named. */
export const daysRunningOut = async (db: Queryable, now: Temporal.Instant, cityId?: number): Promise<string[]> => {
  const before = todayIn('UTC', now.add({ hours: 24 * warnedDays }))
  return (await store.selectRunningOut(db, before, cityId ?? null)).map(
    ({ city, code, list_id, known_until }) =>
      `${city}’s list of days “${list_id}” is known until ${known_until}. After it, stays that depend on it are refused. ` +
      `Publish more days: npm run city:days -- ${code} ${list_id} FILE.csv`,
  )
}
