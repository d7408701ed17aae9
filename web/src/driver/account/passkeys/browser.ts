// The browser's part of passkeys: whether it can, making one, using one, and offering them where the sign-in name is typed.
import { type passkeyOptions, type RequestOptions, signInOptions } from '@parkit/contract/driver/passkeys'
import type { Answer } from '@parkit/contract/platform/call'
import { passkey as limits } from '@parkit/contract/platform/limits'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { loadChunk } from '#platform/chunk.ts'
import { send } from '#platform/client.ts'

const load = () => loadChunk(() => import('@simplewebauthn/browser'))

/** An IP address can have no passkeys. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname)

const isDismissed = (error: unknown) => error instanceof Error && /^(NotAllowed|Abort)Error$/.test(error.name)

/** This device has a passkey for the account already. */
export const isKnownHere = (error: unknown) => error instanceof Error && error.name === 'InvalidStateError'

/** Null where the driver dismissed the browser's own question. */
const unlessDismissed = async <T>(ceremony: Promise<T>): Promise<T | null> => {
  try {
    return await ceremony
  } catch (error) {
    if (isDismissed(error)) return null
    throw error
  }
}

export async function createPasskey(options: Answer<typeof passkeyOptions>['Options']) {
  const { startRegistration } = await load()
  return unlessDismissed(startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))
}

export async function assertPasskey(options: RequestOptions) {
  const { startAuthentication } = await load()
  return unlessDismissed(startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }))
}

/** A challenge ends: the offer is renewed this long before. */
const renewMs = (limits.minutes - 1) * 60_000

/** Offers passkeys in the autofill of the field `autocomplete="username webauthn"`, until one is chosen or the answer is called. */
export function offerInAutofill(onChosen: (credential: AuthenticationResponseJSON) => void): () => void {
  let stopped = false
  let cancel = () => {}
  const offer = async () => {
    const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await load()
    if (!(await browserSupportsWebAuthnAutofill())) return
    for (let isDue = true; isDue && !stopped; ) {
      isDue = false
      const { Options } = await send(signInOptions, {})
      if (stopped) return
      cancel = () => WebAuthnAbortService.cancelCeremony()
      const timer = setTimeout(() => {
        isDue = true
        cancel()
      }, renewMs)
      const optionsJSON = Options as PublicKeyCredentialRequestOptionsJSON
      const chosen = await unlessDismissed(startAuthentication({ optionsJSON, useBrowserAutofill: true })).finally(() =>
        clearTimeout(timer),
      )
      if (chosen && !stopped) onChosen(chosen)
    }
  }
  // an offer that can't be made is none: the other ways in are on the screen
  offer().catch(() => undefined)
  return () => {
    stopped = true
    cancel()
  }
}
