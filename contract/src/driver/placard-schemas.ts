// What the server checks and documents of the calls in placard.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { textLike } from '../platform/fields.ts'

const Placard = z.object({
  /** the last day on which it holds, YYYY-MM-DD; null: the driver has stated none */
  Until: z.nullable(z.string()),
})

export const placard = {
  summary: 'The disability placard that the driver has stated, if any',
  answer: Placard,
} satisfies CallSchemas

export const statePlacard = {
  summary:
    'State a disability placard until the day it expires; from then on it is a fact of the driver’s stays in cities that take the driver’s word',
  perMinute: 60,
  body: z.object({ Until: textLike(/^\d{4}-\d{2}-\d{2}$/, 'date_required', 'date_unknown') }),
  answer: Placard,
} satisfies CallSchemas

export const removePlacard = {
  summary: 'Delete the stated placard; stays that began with it keep their price',
  perMinute: 60,
  answer: Placard,
} satisfies CallSchemas
