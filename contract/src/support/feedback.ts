// What a driver tells us: feedback about a session or the app.
import { call } from '../platform/call.ts'
import type * as schemas from './feedback-schemas.ts'

export type * from './feedback-schemas.ts'

export const sendFeedback = call<typeof schemas.sendFeedback>()('POST', '/api/Feedback', 'driver', { idempotent: true })
