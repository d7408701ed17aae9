// What the server checks and documents of the calls in data-export.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { Instant } from '../platform/fields.ts'

export const ExportState = z.object({
  /** `none`: there is none, or its day is over */
  State: z.enum(['none', 'preparing', 'ready']),
  /** the moment that its data are of */
  AskedAt: z.nullable(Instant),
  /** once it is ready */
  ReadyAt: z.nullable(Instant),
  ExpiresAt: z.nullable(Instant),
  Bytes: z.nullable(z.int()),
})
export type ExportState = z.infer<typeof ExportState>

export const beginExport = {
  summary:
    'Prepare a zip file of everything that is stored about the driver. There is one at a time: while one is being prepared or ready, this answers its state',
  perMinute: 10,
  answer: ExportState,
  errors: ['sign_in_again'],
} satisfies CallSchemas

export const exportState = {
  summary: 'Whether the driver’s export is being prepared or ready, its size, and when it is deleted',
  perMinute: 120,
  answer: ExportState,
} satisfies CallSchemas

export const exportFile = {
  summary: 'The export, a zip file; it has an ETag and is sent by ranges, so that a download that broke off is resumed',
  perMinute: 60,
  answer: z.any(),
  errors: ['sign_in_again'],
} satisfies CallSchemas
