// Tells the server what was tried without a signal, as evidence; and what the server knows of earlier tries, on any device.
import * as contract from '@parkit/contract/parking/attempts'
import { send } from '#platform/client.ts'
import type { Attempt } from './attempt.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** Answers when the server first heard of it. Throws CallError. */
export async function tell(attempt: Attempt): Promise<number> {
  const { id, kind, atMs, zone, plate, sessionId, session, minutes, agreed, spot, lost, state, refusal } = attempt
  const { ReceivedAt } = await send(contract.tellAttempt, {
    params: { id },
    body: {
      Kind: kind,
      TriedAt: iso(atMs),
      ZoneNumber: zone.number,
      PlateNumber: plate.number,
      PlateState: plate.state,
      Lost: lost,
      Outcome: state,
      SessionId: session?.SessionId ?? sessionId,
      Minutes: minutes,
      Agreed: agreed,
      Latitude: spot?.latitude,
      Longitude: spot?.longitude,
      AccuracyMetres: spot?.accuracyMetres,
      AnsweredAt: attempt.answeredAtMs === undefined ? undefined : iso(attempt.answeredAtMs),
      Refusal: refusal?.code,
    },
  })
  return Date.parse(ReceivedAt)
}

const fromServer = (told: contract.Attempt): Attempt => ({
  id: told.AttemptId,
  kind: told.Kind,
  atMs: Date.parse(told.TriedAt),
  agreedAtMs: Date.parse(told.TriedAt),
  zone: { number: told.ZoneNumber, name: told.Name, timeZone: told.TimeZone },
  plate: { number: told.PlateNumber, state: told.PlateState },
  key: '',
  lost: told.Lost,
  state: told.Outcome,
  receivedAtMs: Date.parse(told.ReceivedAt),
  ...(told.SessionId && { sessionId: told.SessionId }),
  ...(told.Minutes && { minutes: told.Minutes }),
  ...(told.Agreed !== undefined && { agreed: told.Agreed }),
  ...(told.AnsweredAt && { answeredAtMs: Date.parse(told.AnsweredAt) }),
  ...(told.Refusal && { refusal: { code: told.Refusal, message: '' } }),
  ...(told.Latitude !== undefined &&
    told.Longitude !== undefined && {
      spot: { latitude: told.Latitude, longitude: told.Longitude, accuracyMetres: told.AccuracyMetres ?? 0 },
    }),
})

/** The latest first. Throws CallError. */
export const listTold = async (signal: AbortSignal): Promise<Attempt[]> =>
  (await send(contract.attempts, {}, signal)).Items.map(fromServer)

/** What this device knows is newer; what only the server knows was tried elsewhere, or before a Logout. */
export const together = (kept: readonly Attempt[], told: readonly Attempt[]): Attempt[] =>
  [...kept, ...told.filter(({ id }) => !kept.some(item => item.id === id))].sort((a, b) => b.atMs - a.atMs)
