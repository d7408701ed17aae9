// What the server checks and documents of the calls in place-changes.ts.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'

export const changes = {
  summary:
    'Server-sent events: `places` after each change of rates, closures, or places; what it is must be read again',
  answer: z.any(),
} satisfies CallSchemas
