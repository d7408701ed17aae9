// SQL of the sandbox's plans: invoices by their subscription or payment, and prices by their key.
import { type Queryable, sql } from '#platform/db.ts'

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
/** As it is, held by nobody. */
export const peekObject = async <Body>(tx: Queryable, id: string): Promise<Body | null> => {
  const row = await sandboxObjectPeek.first(tx, [id])
  return row && (row.body as Body)
}
