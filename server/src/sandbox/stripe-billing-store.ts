// SQL of the sandbox's plans: invoices by their subscription or payment, and prices by their key.
import type { Queryable } from '#platform/db.ts'

/** The newest first. */
export const listInvoicesOf = async <Body>(tx: Queryable, subscriptionId: string): Promise<Body[]> => {
  const { rows } = await tx.query<{ body: Body }>(
    `select body from sandbox_object
      where object = 'invoice' and customer = (select customer from sandbox_object where id = $1)
        and body #>> '{parent,subscription_details,subscription}' = $1 order by seq desc limit 100`,
    [subscriptionId],
  )
  return rows.map(({ body }) => body)
}

export const findInvoiceOfPayment = async <Body>(
  tx: Queryable,
  customerId: string,
  paymentId: string,
): Promise<Body | null> => {
  const { rows } = await tx.query<{ body: Body }>(
    `select body from sandbox_object
      where object = 'invoice' and customer = $1 and body #>> '{payments,data,0,payment,payment_intent}' = $2`,
    [customerId, paymentId],
  )
  return rows[0]?.body ?? null
}

export const listPricesNamed = async <Body>(tx: Queryable, keys: string[]): Promise<Body[]> => {
  const { rows } = await tx.query<{ body: Body }>(
    `select body from sandbox_object where object = 'price' and body ->> 'lookup_key' = any($1) order by seq desc`,
    [keys],
  )
  return rows.map(({ body }) => body)
}

/** As it is, held by nobody. */
export const peekObject = async <Body>(tx: Queryable, id: string): Promise<Body | null> => {
  const { rows } = await tx.query<{ body: Body }>('select body from sandbox_object where id = $1', [id])
  return rows[0]?.body ?? null
}
