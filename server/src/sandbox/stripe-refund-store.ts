// SQL of the sandbox card provider's refunds, and of its lists by time.
import { type Queryable, sql } from '#platform/db.ts'
import type { Stored } from './stripe-store.ts'

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
