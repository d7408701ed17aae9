// SQL of notices: what waits to be said, to whom, and by which ways.
import type { Queryable } from '#platform/db.ts'

type Told = { driverId: string; kind: string; data: unknown; at: Temporal.Instant }

export const insertNotice = async (tx: Queryable, noticeId: string, { driverId, kind, data, at }: Told) => {
  await tx.query('insert into notice (notice_id, driver_id, kind, data, at) values ($1, $2, $3, $4, $5)', [
    noticeId,
    driverId,
    kind,
    JSON.stringify(data),
    at,
  ])
}
