// What the server checks and documents of the calls in passkeys.ts: schemas, limits, errors. The objects are WebAuthn's own.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Instant, requiredText, text } from '../platform/fields.ts'
import { passkey as limits } from '../platform/limits.ts'
import { Proof, token } from './account-schemas.ts'

/** A credential's id has at most 1,023 bytes. */
const mostIdLetters = 1_364

const base64url = (most: number) =>
  z
    .string(withMessage('invalid'))
    .check(z.maxLength(most, withMessage('too_long')), z.regex(/^[\w-]+$/, withMessage('invalid')))

const Credential = {
  id: base64url(mostIdLetters),
  rawId: base64url(mostIdLetters),
  type: z.literal('public-key', withMessage('invalid')),
}

/** What `navigator.credentials.create` answered, as JSON. */
export const CreatedCredential = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z.optional(
      z.array(z.string(withMessage('invalid')).check(z.maxLength(30, withMessage('too_long')))).check(z.maxLength(10)),
    ),
  }),
})

/** What `navigator.credentials.get` answered, as JSON. */
export const AssertedCredential = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(8_000),
    userHandle: z.optional(base64url(100)),
  }),
})
export type AssertedCredential = z.infer<typeof AssertedCredential>

const Descriptors = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports: z.optional(z.array(z.string())) }),
)
const UserVerification = z.enum(['required', 'preferred', 'discouraged'])

const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.optional(z.int()),
  excludeCredentials: z.optional(Descriptors),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.optional(z.enum(['required', 'preferred', 'discouraged'])),
      requireResidentKey: z.optional(z.boolean()),
      userVerification: z.optional(UserVerification),
    }),
  ),
  attestation: z.optional(z.string()),
})

const RequestOptions = z.object({
  challenge: z.string(),
  timeout: z.optional(z.int()),
  rpId: z.optional(z.string()),
  allowCredentials: z.optional(Descriptors),
  userVerification: z.optional(UserVerification),
})
export type RequestOptions = z.infer<typeof RequestOptions>

export const Passkey = z.object({
  PasskeyId: z.string(),
  Name: z.string(),
  AddedAt: Instant,
  LastUsedAt: z.nullable(Instant),
  /** its provider keeps it on the driver’s other devices too */
  BackedUp: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

export const passkeys = {
  summary: 'The passkeys of the account, the latest first',
  answer: z.object({
    Items: z.array(Passkey),
    /** no passkey yet, and the offer to add one was not declined */
    Offer: z.boolean(),
  }),
} satisfies CallSchemas

const PasskeyParams = z.object({ id: z.string().check(z.regex(/^[0-9a-f]{32}$/, withMessage('invalid'))) })

export const passkeyOptions = {
  summary: 'Begin adding a passkey: what `navigator.credentials.create` takes, valid once for five minutes',
  perMinute: 20,
  answer: z.object({ Options: CreationOptions }),
  errors: ['sign_in_again', 'passkeys_many'],
} satisfies CallSchemas

export const addPasskey = {
  summary: 'Add the passkey that the browser made; every contact of the account is notified',
  perMinute: 20,
  body: z.object({
    /** the browser and system where it is absent */
    Name: z.optional(text(limits.mostName)),
    Credential: CreatedCredential,
  }),
  answer: passkeys.answer,
  errors: ['sign_in_again', 'passkey_refused', 'passkeys_many'],
} satisfies CallSchemas

export const renamePasskey = {
  summary: 'Name a passkey',
  perMinute: 30,
  params: PasskeyParams,
  body: z.object({ Name: requiredText(limits.mostName) }),
  answer: passkeys.answer,
} satisfies CallSchemas

export const removePasskey = {
  summary: 'Remove a passkey, which ends the other sign-ins made with it; every contact of the account is notified',
  perMinute: 20,
  params: PasskeyParams,
  answer: passkeys.answer,
  errors: ['sign_in_again'],
} satisfies CallSchemas

export const declinePasskeyOffer = {
  summary: 'Offer this driver no passkey again',
  answer: passkeys.answer,
} satisfies CallSchemas

export const passkeyHost = {
  summary: 'The host name under which passkeys work; under others a browser or the server refuses them',
  perMinute: 600,
  answer: z.object({ Host: z.string() }),
} satisfies CallSchemas

export const signInOptions = {
  summary: 'Begin signing in with a passkey: what `navigator.credentials.get` takes, valid once for five minutes',
  perMinute: 30,
  answer: z.object({ Options: RequestOptions }),
} satisfies CallSchemas

export const signInByPasskey = {
  summary: 'Sign in with a passkey',
  perMinute: 30,
  body: z.object({ Credential: AssertedCredential }),
  answer: token.answer,
  errors: ['passkey_refused'],
} satisfies CallSchemas

export const proofOptions = {
  summary: 'Begin a proof with a passkey of this account, valid once for five minutes',
  perMinute: 20,
  answer: signInOptions.answer,
  errors: ['passkey_refused'],
} satisfies CallSchemas

export const proveByPasskey = {
  summary: 'Prove with a passkey that it is still the driver',
  perMinute: 20,
  body: signInByPasskey.body,
  answer: Proof,
  errors: ['passkey_refused'],
} satisfies CallSchemas
