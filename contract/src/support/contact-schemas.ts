// What the server documents of the call in contact.ts.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'

export const contact = {
  summary: 'The city’s phone number and email address for questions: nothing of who asks is stored',
  answer: z.object({
    /** E.164, or a short code such as 311; none is configured */
    Phone: z.nullable(z.string()),
    /** where real mail goes to; none is configured */
    Email: z.nullable(z.string()),
  }),
} satisfies CallSchemas
export type Contact = z.infer<typeof contact.answer>
