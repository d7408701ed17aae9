// Refusals: the one error that rules throw, and the body of every error answer.
import { type DeclineReason, declines } from '@parkit/contract/money/declines'
import { type ErrorBody, type ErrorCode, errors, type Language } from '@parkit/contract/platform/errors'
import { type FieldError, fieldText } from '@parkit/contract/platform/field-errors'

type Details = {
  /** field → key of its text */
  fields?: Record<string, FieldError>
  /** why a card was declined: said in place of the code's own text */
  because?: DeclineReason | null
  /** more that the answer carries beside the recorded fields, such as the new quote */
  extra?: Record<string, unknown>
  /** when the same call may be made again, where that is known */
  retryAfterSeconds?: number
}

/** An expected "no": its code says why. Rules throw it, http answers it; it is never logged as a fault. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly because: DeclineReason | null
  readonly extra: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, details: Details = {}) {
    super(code)
    this.code = code
    this.fields = details.fields
    this.because = details.because ?? null
    this.extra = details.extra
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** SQLSTATE of a refusal raised inside the database: the message is an error code of the contract, the detail more of the answer. */
const refusedBySql = 'PK000'

/** The refusal that was thrown here or raised by SQL; none for a fault. */
export const expectedRefusal = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error
  const { code, message, detail } = error as Error & { code?: string; detail?: string }
  return code === refusedBySql ? new Refusal(message as ErrorCode, { extra: detail ? JSON.parse(detail) : {} }) : null
}

/** Throws the refusal. */
export const refuse = (code: ErrorCode, details: Details = {}): never => {
  throw new Refusal(code, details)
}

/** A field that only the server can judge. */
export const refuseField = (field: string, key: FieldError): never => refuse('bad_input', { fields: { [field]: key } })

/** D-70: all three recorded forms in one body, with the stable code and the fields at fault. */
export const errorBody = (refusal: Refusal, language: Language): ErrorBody => {
  const message = (refusal.because ? declines[refusal.because] : errors[refusal.code])[language]
  return {
    Message: message,
    message,
    Code: refusal.code,
    ...(refusal.fields && {
      Fields: Object.fromEntries(
        Object.entries(refusal.fields).map(([field, key]) => [field, fieldText(key, language)]),
      ),
    }),
    ...(refusal.because && { Reason: refusal.because }),
    ErrorDetails: { message },
    ...refusal.extra,
  }
}
