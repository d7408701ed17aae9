// The one client: sends the contract's calls with the recorded headers, and turns every failure into a CallError.
import type { Answer, Call, Input } from '@parkit/contract/platform/call'
import type { ErrorBody, ErrorCode } from '@parkit/contract/platform/errors'
import { createStore, del, update } from 'idb-keyval'
import { correctClock, now } from './clock.ts'
import { reportConnectivity } from './connectivity.ts'
import { deskToken } from './desk-token.ts'
import { getLanguage, wordsNow } from './language.tsx'
import { forgetAll, session } from './session.ts'
import { en } from './words.en.ts'

type FailureBody = Partial<ErrorBody> & Record<string, unknown>

/** As recorded: of a 500 `ErrorDetails.message`, of other answers `message`; empty where there was no answer. */
const messageOf = (status: number, { ErrorDetails, message, Message }: FailureBody): string => {
  if (status === 0) return ''
  const said = status === 500 ? ErrorDetails?.message : (message ?? Message)
  return said || wordsNow('platform/words', en).unknownFault
}

/** `no_answer`: nothing is known of what the server did. */
export class CallError extends Error {
  readonly code: ErrorCode | 'no_answer'
  readonly status: number
  readonly fields: Record<string, string>
  readonly body: FailureBody

  constructor(status: number, body: FailureBody) {
    super(messageOf(status, body))
    this.status = status
    this.code = status === 0 ? 'no_answer' : (body.Code ?? 'server_error')
    this.fields = body.Fields ?? {}
    this.body = body
  }
}

export type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

const address = (call: Call, { params = {}, query = {} }: Parts) => {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString()
  return search ? `${path}?${search}` : path
}

const written = (call: Call, body: unknown) =>
  body instanceof FormData ? body : call.form === 'sent' ? form(body) : JSON.stringify(body)
const form = (body: unknown) => new URLSearchParams(Object.entries(body as Record<string, string>)).toString()

/** As recorded for each kind of call. A form with a file says itself what it is. */
const headers = (
  { method, form, upload, who, signsIn }: Call,
  hasBody: boolean,
  key: string | undefined,
): Record<string, string> => {
  const asForm = form === 'sent' || method === 'GET'
  return {
    'Accept-Language': getLanguage(),
    ...((hasBody || method === 'GET') &&
      !upload && { 'Content-Type': asForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
    ...(signsIn && { 'X-Sign-In': 'cookie' }),
    // staff's sign-in is no driver's, nor the other way round
    ...(who === 'staff' && { Authorization: `Bearer ${deskToken()}` }),
    ...(who !== 'staff' &&
      session.isSignedIn() && {
        Authorization: `Bearer ${session.token()}`,
        ...(method !== 'GET' && { appid: session.appId() }),
        ...(method === 'POST' && !upload && { xapikey: session.memberId() }),
      }),
    ...(key && { 'Idempotency-Key': key }),
  }
}

/** Called after a 401 on a call that is no GET, once the storage was cleared: the app shows 'Unauthorized' and goes to the root. */
let onUnauthorized: () => void = () => {}
export const whenUnauthorized = (listener: () => void): void => {
  onUnauthorized = listener
}

/** Called when the device begins to solve a proof of work. */
let onDeviceCheck: () => void = () => {}
export const whenDeviceIsChecked = (listener: () => void): void => {
  onDeviceCheck = listener
}
/** Null where it can't: the refusal is shown then. */
const findProof = (challenge: unknown): Promise<string | null> => {
  onDeviceCheck()
  return import('./proof-of-work.ts').then(({ solveProof }) => solveProof(challenge)).catch(() => null)
}

/** A screen sends several calls at once: each is sent in a task of its own, so that input is handled in between. */
const ownTask = () => new Promise(done => setTimeout(done))

/** For calls whose answer is not JSON. Throws CallError. */
export const request = async (
  call: Call,
  input: Parts,
  key?: string,
  signal?: AbortSignal,
  more: { priority?: RequestPriority; headers?: Record<string, string> } = {},
): Promise<Response> => {
  const { body } = input
  if (call.method === 'GET') await ownTask()
  const sentAt = now()
  const token = session.token()
  let response: Response
  try {
    response = await fetch(address(call, input), {
      method: call.method,
      headers: { ...headers(call, body !== undefined, key), ...more.headers },
      ...(body !== undefined && { body: written(call, body) }),
      ...(signal && { signal }),
      ...(more.priority && { priority: more.priority }),
    })
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    reportConnectivity(false)
    throw new CallError(0, {})
  }
  reportConnectivity(true)
  const date = Date.parse(response.headers.get('date') ?? '')
  if (date) correctClock(date, now() - sentAt)
  if (response.ok) return response
  const failure = new CallError(response.status, await response.json().catch(() => ({})))
  if (failure.code === 'proof_needed' && !more.headers) {
    const found = await findProof(failure.body.ProofOfWork)
    if (found) return request(call, input, key, signal, { headers: { 'X-Proof-Of-Work': found } })
  }
  // who signed in anew meanwhile, in any tab, stays signed in
  if (failure.status === 401 && call.method !== 'GET' && token && token === session.token()) {
    forgetAll()
    onUnauthorized()
  }
  throw failure
}

const actionOf = (call: Call, input: Parts) =>
  `${call.who === 'staff' ? deskToken().slice(0, 8) : session.memberId()} ${address(call, input)} ${JSON.stringify(input.body)}`

/** Shorter than the server stores its answers; the same action later than this is a new one. */
const keyLifetimeMs = 10 * 60_000
let keyStore: ReturnType<typeof createStore> | undefined
const idempotencyKeys = () => {
  keyStore ??= createStore('parkit-unsent', 'keys')
  return keyStore
}

/** The key of this action: the stored one while its outcome is unknown, else a new one, stored before it is used. */
async function getOrCreateKey(action: string): Promise<string> {
  let entry = { key: crypto.randomUUID() as string, atMs: now() }
  const fresh = entry
  try {
    // looked up and stored in one step: a double press, or the same in two tabs, gets one key
    await update<typeof entry>(
      action,
      stored => {
        entry = stored && now() - stored.atMs < keyLifetimeMs ? stored : fresh
        return entry
      },
      idempotencyKeys(),
    )
  } catch {
    // without IndexedDB (a private window) the key is valid for this one request
  }
  return entry.key
}

const forgetKey = (action: string): Promise<void> => del(action, idempotencyKeys()).catch(() => undefined)

/** The key under which this was sent without an answer; `release` once somebody else keeps it. */
export async function heldKey<const C extends Call & { idempotent: true }>(call: C, input: Input<C>) {
  const action = actionOf(call, input as Parts)
  return { key: await getOrCreateKey(action), release: () => forgetKey(action) }
}

/**
 * Throws CallError. An idempotent call gets its key here, stored before it is sent and kept until its outcome is known.
 * `again` sees each answer of it; where it resolves to true, the same call goes on under the same key.
 */
export async function send<const C extends Call>(
  call: C,
  input: Input<C>,
  signal?: AbortSignal,
  again?: (answer: Answer<C>) => Promise<boolean>,
): Promise<Answer<C>> {
  if (!call.idempotent) return (await request(call, input as Parts, undefined, signal)).json()
  const action = actionOf(call, input as Parts)
  try {
    const key = await getOrCreateKey(action)
    const ask = async (): Promise<Answer<C>> => (await request(call, input as Parts, key, signal)).json()
    let answer = await ask()
    while (await again?.(answer)) answer = await ask()
    await forgetKey(action)
    return answer
  } catch (error) {
    // a clear no needs no memory; no answer, or a fault, might still have happened
    if (error instanceof CallError && error.status >= 400 && error.status < 500 && error.code !== 'payment_pending') {
      await forgetKey(action)
    }
    throw error
  }
}

/** The same as `send` for an idempotent call, under a key that the caller keeps. Throws CallError. */
export async function sendKept<const C extends Call & { idempotent: true }>(
  call: C,
  input: Input<C>,
  key: string,
): Promise<Answer<C>> {
  return (await request(call, input as Parts, key)).json()
}
