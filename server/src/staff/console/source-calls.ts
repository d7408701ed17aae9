// Where a city's places and counts come from, over HTTP: its sources with how they are, and feeds set, paused, polled, and ended.
import type { Answer } from '@parkit/contract/platform/call'
import type * as contract from '@parkit/contract/staff/console-sources'
import { createFeedSettings, type Feed, FeedRefused, formats, type Source } from '#city/imports/imports.ts'
import { scopedTo } from '#platform/city-scope.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { type CityContext, personOf } from './context.ts'

const withoutQuery = (url: string): string => url.replace(/[?#].*/s, '')

const sourceOf = (source: Source): contract.CitySource => ({
  Source: source.source_id,
  Format: source.format,
  Attribution: source.attribution,
  Feed:
    source.url === null
      ? null
      : {
          Takes: source.takes,
          Url: source.url,
          EverySeconds: source.every_seconds!,
          SilentAfterSeconds: source.silent_after_seconds!,
          CountsOf: source.counts_of,
          PausedAt: source.paused_at?.toString() ?? null,
          SilentSince: source.silent_since?.toString() ?? null,
        },
  PolledAt: source.polled_at?.toString() ?? null,
  LastGoodAt: source.last_ok_at?.toString() ?? null,
  LastError: source.last_error,
  Refused: Object.entries(source.refused).map(([Reason, Count]) => ({ Reason, Count: Number(Count) })),
})
/** As those see it who may not change it: the address of a feed may hold a key. */
const listedOf = (source: Source): contract.CitySource => {
  const { Feed, ...own } = sourceOf(source)
  return { ...own, Feed: Feed && { ...Feed, Url: withoutQuery(Feed.Url) } }
}

const feedOf = ({ Format, ...form }: contract.FeedForm): Feed => {
  const format = formats.find(known => known === Format) ?? refuseField('Format', 'from_list')
  return {
    format,
    url: form.Url,
    takes: form.Takes,
    counts_of: form.CountsOf ?? null,
    mapping: form.Mapping ?? null,
    otherwise: form.Otherwise ?? null,
    beside: form.Beside,
    every_seconds: form.EverySeconds,
    silent_after_seconds: form.SilentAfterSeconds,
    attribution: form.Attribution ?? '',
  }
}

/** Which field of the form a feed is refused at. */
const fields: Partial<Record<FeedRefused['field'], string>> = {
  source: 'Source',
  url: 'Url',
  beside: 'Beside',
  format: 'Format',
  counts_of: 'CountsOf',
  every_seconds: 'EverySeconds',
  silent_after_seconds: 'SilentAfterSeconds',
}

/** The version that `If-Match` names. Throws `changed_meanwhile` where it names none. */
const versionOf = (ifMatch: string | undefined): number =>
  Number(/^"(\d{1,9})"$/.exec(ifMatch ?? '')?.[1] ?? refuse('changed_meanwhile'))

export const createSourceCalls = ({ db, clock }: { db: Database; clock: Clock }) => {
  const settingsOf = ({ city }: CityContext) => createFeedSettings({ db: scopedTo(db, city.id), clock })
  /** With its ETag. Throws `not_found`. */
  const read = async (context: CityContext, sourceId: string) => {
    const source = (await settingsOf(context).find(context.city, sourceId)) ?? refuse('not_found')
    const answer: contract.OneSource = {
      ...sourceOf(source),
      Beside: source.beside,
      Mapping: source.mapping,
      Otherwise: source.otherwise ?? null,
    }
    return { answer, etag: `"${source.version}"` }
  }
  const set = async (context: CityContext, sourceId: string, form: contract.FeedForm, version: number | null) => {
    const changing = { actor: personOf(context), version }
    await settingsOf(context)
      .set(context.city, sourceId, feedOf(form), changing)
      .catch(error => {
        if (error instanceof FeedRefused) refuseField(fields[error.field] ?? error.field, 'invalid')
        throw error
      })
    return read(context, sourceId)
  }

  return {
    list: async (context: CityContext): Promise<Answer<typeof contract.citySources>> => ({
      Items: (await settingsOf(context).list(context.city.id)).map(listedOf),
    }),
    read,
    add: (context: CityContext, { Source: sourceId, ...form }: contract.FeedForm & { Source: string }) =>
      set(context, sourceId, form, null),
    change: (context: CityContext, sourceId: string, form: contract.FeedForm, ifMatch: string | undefined) =>
      set(context, sourceId, form, versionOf(ifMatch)),
    pause: async (context: CityContext, sourceId: string, isPaused: boolean, ifMatch: string | undefined) => {
      const changing = { actor: personOf(context), version: versionOf(ifMatch) }
      await settingsOf(context).pause(context.city, sourceId, isPaused, changing)
      return read(context, sourceId)
    },
    poll: async (context: CityContext, sourceId: string) => {
      await settingsOf(context).pollNow(context.city, sourceId)
      return read(context, sourceId)
    },
    end: async (context: CityContext, sourceId: string, ifMatch: string | undefined) => {
      await settingsOf(context).end(context.city, sourceId, { actor: personOf(context), version: versionOf(ifMatch) })
      return read(context, sourceId)
    },
  }
}
