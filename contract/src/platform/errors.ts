// Every refusal the server can give: a stable code with its HTTP status and its texts. Closed: a new code does not compile without them.
import { type Refusal, refusals } from './refusals.ts'

export type Language = 'en' | 'es' | 'hi'

export type ErrorCode = keyof typeof refusals
export const errors: Record<ErrorCode, Refusal> = refusals

/** The one body that every error answers (D-70). */
export type ErrorBody = {
  Message: string
  message: string
  Code: ErrorCode
  /** field → what to do about it */
  Fields?: Record<string, string>
  /** why a card was declined, where that helps its driver */
  Reason?: string
  ErrorDetails: { message: string }
}

/** The codes of a call that is done once for its Idempotency-Key. */
export const idempotencyErrors = [
  'idempotency_key_missing',
  'idempotency_conflict',
] as const satisfies readonly ErrorCode[]

/** The codes that any call may answer without naming them. */
export const commonErrors = [
  'bad_input',
  'unauthorized',
  'not_found',
  'too_large',
  'unsupported_media',
  'too_many_requests',
  'server_error',
  'unavailable',
] as const satisfies readonly ErrorCode[]
