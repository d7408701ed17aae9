// SQL of the sandbox card provider: its objects, lists by time, invoices, and the first answer to each idempotency key.
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

/** An object that contains its customer. */
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
/** Locks it until the transaction ends: an object changes one step at a time. */
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
/** The first answer to a key; `in_use` while another request with the same key runs. */
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

const sandboxRefundList = sql<Pick<Stored, 'body' | 'behaviour'>>(
  'sandbox_refund_list',
  `select body, behaviour from sandbox_object where object = 'refund' and body ->> 'payment_intent' = $1 order by seq desc`,
)
/** Of one payment, the newest first. */
export const listRefundsOf = async <Body>(
  tx: Queryable,
  paymentId: string,
): Promise<Pick<Stored<Body>, 'body' | 'behaviour'>[]> =>
  (await sandboxRefundList(tx, [paymentId])) as Pick<Stored<Body>, 'body' | 'behaviour'>[]

const sandboxObjectListCreated = sql<Pick<Stored, 'body' | 'behaviour'>>(
  'sandbox_object_list_created',
  `select body, behaviour from sandbox_object
    where object = $1 and (body ->> 'created')::bigint >= $2 and (body ->> 'created')::bigint < $3
      and ($4::text is null or seq < (select seq from sandbox_object where id = $4))
    order by seq desc limit $5`,
)
/** Made from `from` until before `to`, in unix seconds; the newest first, after the one that a page ended with. */
export const listMadeDuring = async <Body>(
  tx: Queryable,
  object: string,
  { from, to, after, limit }: { from: number; to: number; after: string | null; limit: number },
): Promise<Pick<Stored<Body>, 'body' | 'behaviour'>[]> =>
  (await sandboxObjectListCreated(tx, [object, from, to, after, limit])) as Pick<Stored<Body>, 'body' | 'behaviour'>[]

const sandboxInvoiceList = sql<{ body: unknown }>(
  'sandbox_invoice_list',
  `select body from sandbox_object
    where object = 'invoice' and customer = (select customer from sandbox_object where id = $1)
      and body #>> '{parent,subscription_details,subscription}' = $1 order by seq desc limit 100`,
)
/** The newest first. */
export const listInvoicesOf = async <Body>(tx: Queryable, subscriptionId: string): Promise<Body[]> =>
  (await sandboxInvoiceList(tx, [subscriptionId])).map(({ body }) => body as Body)

const sandboxInvoiceFindByPayment = sql<{ body: unknown }>(
  'sandbox_invoice_find_by_payment',
  `select body from sandbox_object
    where object = 'invoice' and customer = $1 and body #>> '{payments,data,0,payment,payment_intent}' = $2`,
)
export const findInvoiceOfPayment = async <Body>(
  tx: Queryable,
  customerId: string,
  paymentId: string,
): Promise<Body | null> => {
  const row = await sandboxInvoiceFindByPayment.first(tx, [customerId, paymentId])
  return row && (row.body as Body)
}

const sandboxPriceList = sql<{ body: unknown }>(
  'sandbox_price_list',
  `select body from sandbox_object where object = 'price' and body ->> 'lookup_key' = any($1) order by seq desc`,
)
export const listPricesNamed = async <Body>(tx: Queryable, keys: string[]): Promise<Body[]> =>
  (await sandboxPriceList(tx, [keys])).map(({ body }) => body as Body)

const sandboxObjectPeek = sql<{ body: unknown }>('sandbox_object_peek', 'select body from sandbox_object where id = $1')
/** Without a lock. */
export const peekObject = async <Body>(tx: Queryable, id: string): Promise<Body | null> => {
  const row = await sandboxObjectPeek.first(tx, [id])
  return row && (row.body as Body)
}
