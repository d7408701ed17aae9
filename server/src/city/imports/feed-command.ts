// What `npm run city:import` does with feeds: sets one, ends it, and shows a city's sources with how they are.
import { readFileSync } from 'node:fs'
import type { CityRow } from '#city/cities/cities.ts'
import { actorOf } from '#city/team/team.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { createFeedSettings, type Format, formats, type Source } from './imports.ts'

export const feedUsage = `       npm run city:import -- feed CODE SOURCE URL --format ${formats.join('|')} [--every SECONDS] [--silent-after SECONDS]
                              [--take counts|places] [--counts-of SOURCE] [--mapping FILE] [--with URL]… [--attribution TEXT]
                              [--otherwise free|closed|unknown]
       npm run city:import -- feed CODE SOURCE none
       npm run city:import -- sources CODE`

export const feedOptions = {
  every: { type: 'string', default: '300' },
  'silent-after': { type: 'string', default: '1800' },
  take: { type: 'string', default: 'counts' },
  'counts-of': { type: 'string' },
} as const

type Given = {
  format?: string | undefined
  every: string
  'silent-after': string
  take: string
  'counts-of'?: string | undefined
  mapping?: string | undefined
  with?: string[] | undefined
  attribution?: string | undefined
  otherwise?: string | undefined
  by: string
}

const ago = (at: Temporal.Instant | null) => {
  if (!at) return 'never'
  const minutes = Math.round(at.until(systemClock.now()).total('minutes'))
  return minutes < 120 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`
}

const told = (source: Source): string[] => {
  const { source_id, format, takes, counts_of, url, every_seconds, silent_after_seconds, silent_since, last_error } =
    source
  const refused = Object.entries(source.refused).map(([reason, count]) => `${count} × ${reason}`)
  return [
    `${source_id}: ${format}${url ? `, ${takes}${counts_of ? ` of ${counts_of}` : ''} from ${url}, every ${every_seconds} s` : ''}`,
    ...(url ? [`  polled ${ago(source.polled_at)}`] : []),
    ...(source.last_ok_at || url ? [`  last good ${ago(source.last_ok_at)}`] : []),
    ...(source.paused_at ? [`  paused ${ago(source.paused_at)}`] : []),
    ...(silent_since ? [`  SILENT: nothing good for more than ${silent_after_seconds} s`] : []),
    ...(last_error ? [`  last error: ${last_error}`] : []),
    ...(refused.length > 0 ? [`  rows refused so far: ${refused.join(', ')}`] : []),
  ]
}

type Work = { db: Database; city: CityRow; values: Given }

export const setFeed = async ({ db, city, values }: Work, sourceId: string, url: string | undefined): Promise<void> => {
  const settings = createFeedSettings({ db, clock: systemClock })
  const actor = await actorOf(db.pool, values.by)
  if (url === undefined) throw new Error(`Usage:\n${feedUsage}`)
  if (url === 'none') {
    await settings.end(city, sourceId, { actor })
    return console.log(`${sourceId} is polled no longer. Its places stay.`)
  }
  const { format, take, otherwise } = values
  if (!formats.includes(format as Format) || !['counts', 'places'].includes(take))
    throw new Error(`Usage:\n${feedUsage}`)
  await settings.set(
    city,
    sourceId,
    {
      url,
      format: format as Format,
      takes: take as 'counts' | 'places',
      counts_of: values['counts-of'] ?? null,
      mapping: values.mapping === undefined ? null : readFileSync(values.mapping, 'utf8'),
      beside: values.with ?? [],
      every_seconds: Number(values.every),
      silent_after_seconds: Number(values['silent-after']),
      attribution: values.attribution ?? '',
      otherwise: (otherwise ?? null) as Source['otherwise'],
    },
    { actor },
  )
  console.log(
    `${sourceId} is polled every ${values.every} s while a server runs. See how it is: npm run city:import -- sources ${city.code}`,
  )
}

export const showSources = async ({ db, city }: Pick<Work, 'db' | 'city'>): Promise<void> => {
  for (const source of await createFeedSettings({ db, clock: systemClock }).list(city.id))
    console.log(told(source).join('\n'))
}
