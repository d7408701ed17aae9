// SQL of the sandbox card provider: its objects, and the first answer to each idempotency key.
import type { Queryable } from '#platform/db.ts'

export type Stored<Body = unknown> = {
  id: string
  object: string
  customer: string | null
  body: Body
  behaviour: string | null
}

export const putObject = async (tx: Queryable, { id, object, customer, body, behaviour }: Stored): Promise<void> => {
  await tx.query(
    `insert into sandbox_object (id, object, customer, body, behaviour) values ($1, $2, $3, $4, $5)
     on conflict (id) do update set customer = excluded.customer, body = excluded.body, behaviour = excluded.behaviour`,
    [id, object, customer, JSON.stringify(body), behaviour],
  )
}

/** An object that says itself whose it is. */
export const putBody = (
  tx: Queryable,
  body: { id: string; object: string; customer?: unknown },
  behaviour: string | null = null,
): Promise<void> => {
  const customer = typeof body.customer === 'string' ? body.customer : null
  return putObject(tx, { id: body.id, object: body.object, customer, body, behaviour })
}

/** Holds it until the transaction ends: an object changes one step at a time. */
export const findObject = async <Body>(tx: Queryable, object: string, id: string): Promise<Stored<Body> | null> => {
  const { rows } = await tx.query<Stored<Body>>(
    'select id, object, customer, body, behaviour from sandbox_object where object = $1 and id = $2 for update',
    [object, id],
  )
  return rows[0] ?? null
}

/** The newest first. */
export const listObjects = async <Body>(tx: Queryable, object: string, customer: string): Promise<Body[]> => {
  const { rows } = await tx.query<{ body: Body }>(
    'select body from sandbox_object where object = $1 and customer = $2 order by seq desc limit 100',
    [object, customer],
  )
  return rows.map(({ body }) => body)
}

type FirstAnswer = { input_hash: Buffer; status: number; answer: unknown }

/** The first answer to a key; `in_use` while a twin with the same key is under way. */
export const findRequest = async (tx: Queryable, key: string): Promise<FirstAnswer | 'in_use' | null> => {
  const { rows: locks } = await tx.query<{ mine: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 12)) as mine',
    [key],
  )
  if (!locks[0]!.mine) return 'in_use'
  const { rows } = await tx.query<FirstAnswer>(
    'select input_hash, status, answer from sandbox_request where key = $1',
    [key],
  )
  return rows[0] ?? null
}

export const keepRequest = async (tx: Queryable, key: string, first: FirstAnswer): Promise<void> => {
  await tx.query('insert into sandbox_request (key, input_hash, status, answer) values ($1, $2, $3, $4)', [
    key,
    first.input_hash,
    first.status,
    JSON.stringify(first.answer),
  ])
}
