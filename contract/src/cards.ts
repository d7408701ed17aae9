// Cards as the driver sees them; how they are charged is behind the server's card port.
import * as z from 'zod/mini'
import { call } from './call.ts'

export const Method = z.object({
  Id: z.string(),
  CardType: z.string(),
  Last4: z.string(),
  MonthExpiry: z.string(),
  YearExpiry: z.string(),
  IsDefault: z.boolean(),
})
export type Method = z.infer<typeof Method>

export const config = call({
  summary: 'Which card provider the browser talks to',
  method: 'GET',
  path: '/api/Payment/Config',
  who: 'anyone',
  answer: z.object({
    Provider: z.enum(['sandbox', 'stripe']),
    PublishableKey: z.nullable(z.string()),
    ScriptUrl: z.nullable(z.string()),
    /** true: nothing here is real, and every screen says so */
    Sandbox: z.boolean(),
  }),
  errors: [],
})

export const listMethods = call({
  summary: 'Saved cards, the default first',
  method: 'GET',
  path: '/api/Payment/Methods',
  who: 'driver',
  answer: z.array(Method),
  errors: [],
})
