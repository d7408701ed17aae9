// What the server checks and documents of the call in provider.ts: its answer.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'

export const config = {
  summary: 'Which card provider the browser talks to',
  answer: z.object({
    Provider: z.enum(['sandbox', 'stripe']),
    PublishableKey: z.nullable(z.string()),
    ScriptUrl: z.nullable(z.string()),
    /** true: nothing here is real, and every screen says so */
    Sandbox: z.boolean(),
  }),
} satisfies CallSchemas
