// What the server checks and documents of the calls in console-sources.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import { CityCode, Instant, linesText, text } from '../platform/fields.ts'
import { feeds, imports as limits } from '../platform/limits.ts'
import { CityParams, cityErrors } from './console-imports-schemas.ts'

const SourceId = z.string(withMessage('required')).check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, withMessage('invalid')))
const SourceParams = z.object({ city: CityCode, source: SourceId })
const Url = text(feeds.mostAddress)
const seconds = z
  .int(withMessage('number'))
  .check(z.minimum(feeds.leastSeconds, withMessage('number')), z.maximum(feeds.mostSeconds, withMessage('number')))

/** A feed of places is only checked: what changed waits as an import until somebody publishes it. */
export const FeedForm = z.object({
  Format: z.string(withMessage('required')).check(z.regex(/^[a-z]{2,12}$/, withMessage('from_list'))),
  Takes: z.enum(['counts', 'places'], withMessage('from_list')),
  Url,
  /** further addresses, such as of policies or rates */
  Beside: z._default(z.array(Url).check(z.maxLength(limits.mostFiles, withMessage('too_long'))), []),
  EverySeconds: seconds,
  /** not less than `EverySeconds`: nothing good for so long, and the feed is silent */
  SilentAfterSeconds: seconds,
  /** of counts: the source whose places they are, where that is another one */
  CountsOf: z.optional(SourceId),
  Mapping: z.optional(linesText(limits.mostMapping)),
  Attribution: z.optional(text(200)),
  Otherwise: z.optional(z.enum(['free', 'closed', 'unknown'], withMessage('from_list'))),
})
export type FeedForm = z.output<typeof FeedForm>

export const CitySource = z.object({
  Source: z.string(),
  Format: z.string(),
  Attribution: z.string(),
  /** none: its files are uploaded */
  Feed: z.nullable(
    z.object({
      Takes: z.enum(['counts', 'places']),
      /** in the list without what follows its question mark, which may hold a key */
      Url: z.string(),
      EverySeconds: z.int(),
      SilentAfterSeconds: z.int(),
      CountsOf: z.nullable(z.string()),
      PausedAt: z.nullable(Instant),
      /** since when nothing good came for longer than that */
      SilentSince: z.nullable(Instant),
    }),
  ),
  PolledAt: z.nullable(Instant),
  LastGoodAt: z.nullable(Instant),
  /** why the last answer was not read */
  LastError: z.nullable(z.string()),
  /** rows refused so far */
  Refused: z.array(z.object({ Reason: z.string(), Count: z.int() })),
})
export type CitySource = z.output<typeof CitySource>

/** With the header `ETag`, which changes go with as `If-Match`. */
const OneSource = z.extend(CitySource, {
  Beside: z.array(z.string()),
  Mapping: z.nullable(z.string()),
  Otherwise: z.nullable(z.enum(['free', 'closed', 'unknown'])),
})
export type OneSource = z.output<typeof OneSource>

export const citySources = {
  summary: 'Where the city’s places and counts come from, and how its feeds are',
  params: CityParams,
  answer: z.object({ Items: z.array(CitySource) }),
  errors: cityErrors,
} satisfies CallSchemas

export const citySource = {
  summary: 'A source with all that is set of it',
  params: SourceParams,
  answer: OneSource,
  errors: cityErrors,
} satisfies CallSchemas

const written = { perMinute: 30, answer: OneSource, errors: [...cityErrors, 'changed_meanwhile'] } as const

export const addFeed = {
  ...written,
  summary: 'Poll an address, at once and from then on',
  params: CityParams,
  body: z.extend(FeedForm, { Source: SourceId }),
} satisfies CallSchemas

export const changeFeed = {
  ...written,
  summary: 'Set a feed anew; it is polled at once',
  params: SourceParams,
  body: FeedForm,
} satisfies CallSchemas

export const pauseFeed = {
  ...written,
  summary: 'Poll a feed no longer, or again',
  params: SourceParams,
  body: z.object({ Paused: z.boolean(withMessage('required')) }),
} satisfies CallSchemas

export const pollFeed = {
  ...written,
  summary: 'Poll a feed now, besides its schedule',
  perMinute: 10,
  params: SourceParams,
} satisfies CallSchemas

export const removeFeed = {
  ...written,
  summary: 'End a feed; its places and what was read stay',
  params: SourceParams,
} satisfies CallSchemas
