// Reports attempts to the server as evidence, and reads those of any device.
import * as contract from '@parkit/contract/parking/attempts'
import { send } from '#platform/client.ts'
import { type Attempt, outcomes, stateOf } from './attempt.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** Returns when the server first received it, in epoch milliseconds. Throws CallError. */
export async function reportAttempt(attempt: Attempt): Promise<number> {
  const { zone, plate, position, answeredAtMs } = attempt
  const { ReceivedAt } = await send(contract.tellAttempt, {
    params: { id: attempt.id },
    body: {
      Kind: attempt.kind,
      TriedAt: iso(attempt.atMs),
      ZoneNumber: zone.number,
      City: zone.city,
      PlateNumber: plate.number,
      PlateState: plate.state,
      Lost: attempt.unansweredSends,
      Outcome: outcomes[attempt.state],
      SessionId: attempt.session?.SessionId ?? attempt.sessionId,
      Minutes: attempt.minutes,
      Agreed: attempt.agreed,
      Latitude: position?.latitude,
      Longitude: position?.longitude,
      AccuracyMetres: position?.accuracyMetres,
      AnsweredAt: answeredAtMs === undefined ? undefined : iso(answeredAtMs),
      Refusal: attempt.refusal?.code,
    },
  })
  return Date.parse(ReceivedAt)
}

const fromServer = (reported: contract.Attempt): Attempt => ({
  id: reported.AttemptId,
  kind: reported.Kind,
  atMs: Date.parse(reported.TriedAt),
  agreedAtMs: Date.parse(reported.TriedAt),
  zone: { number: reported.ZoneNumber, city: reported.City, name: reported.Name, timeZone: reported.TimeZone },
  plate: { number: reported.PlateNumber, state: reported.PlateState },
  key: '',
  unansweredSends: reported.Lost,
  state: stateOf(reported.Outcome),
  receivedAtMs: Date.parse(reported.ReceivedAt),
  ...(reported.SessionId && { sessionId: reported.SessionId }),
  ...(reported.Minutes && { minutes: reported.Minutes }),
  ...(reported.Agreed !== undefined && { agreed: reported.Agreed }),
  ...(reported.AnsweredAt && { answeredAtMs: Date.parse(reported.AnsweredAt) }),
  ...(reported.Refusal && { refusal: { code: reported.Refusal, message: '' } }),
  ...(reported.Latitude !== undefined &&
    reported.Longitude !== undefined && {
      position: {
        latitude: reported.Latitude,
        longitude: reported.Longitude,
        accuracyMetres: reported.AccuracyMetres ?? 0,
      },
    }),
})

/** The latest first. Throws CallError. */
export const listReported = async (signal: AbortSignal): Promise<Attempt[]> =>
  (await send(contract.attempts, {}, signal)).Items.map(fromServer)

/** The device's state is the newer one; attempts only the server has are of another device, or from before a Logout. */
export const mergeAttempts = (stored: readonly Attempt[], reported: readonly Attempt[]): Attempt[] =>
  [...stored, ...reported.filter(({ id }) => !stored.some(item => item.id === id))].sort((a, b) => b.atMs - a.atMs)
