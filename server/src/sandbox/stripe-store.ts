// SQL of the sandbox card provider: its objects, and the first answer to each idempotency key.
import { type Queryable, sql } from '#platform/db.ts'

export type Stored<Body = unknown> = {
  id: string
  object: string
  customer: string | null
  body: Body
  behaviour: string | null
}

const sandboxObjectUpsert = sql(
  'sandbox_object_upsert',
  `insert into sandbox_object (id, object, customer, body, behaviour) values ($1, $2, $3, $4, $5)
     on conflict (id) do update set customer = excluded.customer, body = excluded.body, behaviour = excluded.behaviour`,
)
export const putObject = async (tx: Queryable, { id, object, customer, body, behaviour }: Stored): Promise<void> => {
  await sandboxObjectUpsert(tx, [id, object, customer, JSON.stringify(body), behaviour])
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

const sandboxObjectLock = sql<Stored>(
  'sandbox_object_lock',
  'select id, object, customer, body, behaviour from sandbox_object where object = $1 and id = $2 for update',
)
/** Holds it until the transaction ends: an object changes one step at a time. */
export const findObject = async <Body>(tx: Queryable, object: string, id: string): Promise<Stored<Body> | null> =>
  (await sandboxObjectLock.first(tx, [object, id])) as Stored<Body> | null

const sandboxObjectList = sql<{ body: unknown }>(
  'sandbox_object_list',
  'select body from sandbox_object where object = $1 and customer = $2 order by seq desc limit 100',
)
/** The newest first. */
export const listObjects = async <Body>(tx: Queryable, object: string, customer: string): Promise<Body[]> =>
  (await sandboxObjectList(tx, [object, customer])).map(({ body }) => body as Body)

type FirstAnswer = { input_hash: Buffer; status: number; answer: unknown }

const sandboxRequestLock = sql<{ mine: boolean }>(
  'sandbox_request_lock',
  'select pg_try_advisory_xact_lock(hashtextextended($1, 12)) as mine',
)
const sandboxRequestFind = sql<FirstAnswer>(
  'sandbox_request_find',
  'select input_hash, status, answer from sandbox_request where key = $1',
)
/** The first answer to a key; `in_use` while a twin with the same key is under way. */
export const findRequest = async (tx: Queryable, key: string): Promise<FirstAnswer | 'in_use' | null> => {
  const locks = await sandboxRequestLock(tx, [key])
  if (!locks[0]!.mine) return 'in_use'
  return sandboxRequestFind.first(tx, [key])
}

const sandboxRequestInsert = sql(
  'sandbox_request_insert',
  'insert into sandbox_request (key, input_hash, status, answer) values ($1, $2, $3, $4)',
)
export const keepRequest = async (tx: Queryable, key: string, first: FirstAnswer): Promise<void> => {
  await sandboxRequestInsert(tx, [key, first.input_hash, first.status, JSON.stringify(first.answer)])
}
