// Drivers and calls over HTTP, for tests that need no screen.
import { randomUUID } from 'node:crypto'
import * as account from '@parkit/contract/driver/account'
import * as vehicles from '@parkit/contract/driver/vehicles'
import { chooseDefault, createIntent, listMethods } from '@parkit/contract/money/cards'
import * as wallet from '@parkit/contract/money/wallet'
import type { Answer, Call, Input } from '@parkit/contract/platform/call'
import type { ErrorBody } from '@parkit/contract/platform/errors'

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
export type Reply<C extends Call> =
  | { ok: true; status: number; body: Answer<C> }
  | { ok: false; status: number; body: ErrorBody }

/** Throws where no answer comes. */
export const call = async <const C extends Call>(
  address: string,
  declared: C,
  input: Input<C>,
  { token, key = randomUUID(), signal }: { token?: string; key?: string; signal?: AbortSignal } = {},
): Promise<Reply<C>> => {
  const { params = {}, query = {}, body } = input as Parts
  const url = new URL(
    declared.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!)),
    address,
  )
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  const response = await fetch(url, {
    method: declared.method,
    ...(signal && { signal }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(declared.idempotent && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { ok: response.ok, status: response.status, body: await response.json() } as Reply<C>
}

/** The answer's body. Throws where the call was refused. */
export const require = async <const C extends Call>(
  address: string,
  declared: C,
  input: Input<C>,
  options: { token?: string; key?: string } = {},
): Promise<Answer<C>> => {
  const reply = await call(address, declared, input, options)
  if (!reply.ok) throw new Error(`${declared.path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

export type Driver = { token: string; email: string; password: string; vehicleId: string }

let latest = 0
/** Seven digits that no driver of this run has: milliseconds, which come around after longer than a run takes. */
const nextNumber = (): number => {
  latest = Math.max(latest + 1, Math.floor(performance.timeOrigin + performance.now()))
  return 2_000_000 + (latest % 3_500_000)
}

/** By the code that goes to it. */
export const confirmEmail = async (address: string, token: string, EmailAddress: string): Promise<void> => {
  const sent = await require(address, account.changeContact, { body: { EmailAddress } }, { token })
  const body = { ChallengeId: sent.ChallengeId, Code: sent.SandboxCode! }
  await require(address, account.confirmContact, { body }, { token })
}

/** Saves a test card by Stripe's id of it. */
export const saveCard = async (address: string, { token }: { token: string }, card: string): Promise<void> => {
  const body = { PaymentMethodId: card, Amount: 1, Currency: 'USD' as const }
  await require(address, createIntent, { body }, { token })
}

/** Registers a driver with a confirmed e-mail, one vehicle, so many dollars and these cards, the first of which is charged by default. */
export const registerDriver = async (
  address: string,
  dollars: number,
  cards: readonly string[] = ['pm_card_visa'],
): Promise<Driver> => {
  const n = nextNumber()
  const email = `driver${n}@example.com`
  const password = 'seven green bays'
  const challenge = await require(address, account.register, {
    body: {
      FirstName: 'Maya',
      LastName: 'Torres',
      EmailAddress: email,
      PhoneNumber: `312${n}`,
      Password: password,
    },
  })
  const { access_token: token } = await require(address, account.token, {
    body: { grant_type: 'otp', challenge_id: challenge.ChallengeId, code: challenge.SandboxCode! },
  })
  await confirmEmail(address, token, email)
  const VehicleBody = {
    VehicleMake: 'HONDA',
    VehicleModel: 'CIVIC',
    PlateNumber: `E2E${n}`,
    PlateState: 'Illinois',
    VehicleColor: 'BLUE',
    VehicleYear: '2022',
  }
  const { VehicleID: vehicleId } = await require(address, vehicles.addVehicle, { body: VehicleBody }, { token })
  for (const card of cards) await saveCard(address, { token }, card)
  // the newest comes first while none was chosen
  const first = (await require(address, listMethods, {}, { token })).at(-1)
  if (first) await require(address, chooseDefault, { body: { PaymentMethodId: first.Id } }, { token })
  if (dollars > 0) await require(address, wallet.addMoney, { body: { Amount: dollars } }, { token })
  return { token, email, password, vehicleId }
}
