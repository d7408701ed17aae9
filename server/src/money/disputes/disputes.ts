// Disputed payments: the amount leaves the wallet as far as the balance reaches, and returns if the dispute is won.
import { cents, moneyText, toDollars } from '@parkit/contract/platform/money'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import type { ProviderDispute } from '#money/cards/cards.ts'
import { entries, lockBalanceCents, owedTo, post } from '#money/ledger/ledger.ts'
import type { TopUps } from '#money/topup/topup.ts'
import type { Queryable } from '#platform/db.ts'
import * as store from './store.ts'
import { en, type Words } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const words = { en, es, hi }
const money = (amount: number) => moneyText(toDollars(amount))
/** a notice that can't be sent for so long is dropped */
const noticeHours = 72

type Deps = { topUps: Pick<TopUps, 'pauseDisputed'> }

export const createDisputes = ({ topUps }: Deps) => {
  type Text = (words: Words) => { subject: string; body: string }
  const notify = (tx: Queryable, driverId: string, text: Text, now: Temporal.Instant) =>
    enqueueNotice(tx, {
      driverId,
      kind: 'dispute',
      text: language => text(words[language]),
      at: now,
      until: now.add({ hours: noticeHours }),
    })

  const moved = ({ driver_id, dispute_id, amount_cents, wallet_cents }: store.DisputeRow) => ({
    driverId: driver_id,
    disputeId: dispute_id,
    amountCents: cents(amount_cents),
    walletCents: cents(wallet_cents),
  })

  const open = async (tx: Queryable, found: ProviderDispute, now: Temporal.Instant) => {
    const payer = found.paymentId && (await store.findPayer(tx, found.paymentId))
    // no payment of ours: the reconciliation reports it
    if (!payer) return null
    const { driver_id: driverId, charge_id, filled_wallet, provider, mode } = payer
    // the balance drops: no automatic top-up for a driver who disputes
    await topUps.pauseDisputed(tx, driverId, now)
    const balance = await lockBalanceCents(tx, driverId)
    const row = await store.insertDispute(
      tx,
      {
        dispute_id: found.id,
        driver_id: driverId,
        charge_id,
        amount_cents: found.amountCents,
        wallet_cents: filled_wallet ? Math.min(balance, found.amountCents) : 0,
        state: 'open',
        provider,
        mode,
      },
      now,
    )
    if (!row) return store.lockDispute(tx, found.id)
    await post(tx, entries.disputeOpened(moved(row)), now)
    const { amount_cents, wallet_cents } = row
    await notify(tx, driverId, to => to.opened({ amount: money(amount_cents), taken: money(wallet_cents) }), now)
    return row
  }

  return {
    /** Events may come in any order; a closed dispute stays closed. */
    takeEvent: async (tx: Queryable, found: ProviderDispute, now: Temporal.Instant): Promise<void> => {
      const row = (await store.lockDispute(tx, found.id)) ?? (await open(tx, found, now))
      if (row?.state !== 'open' || found.status === 'open') return
      await store.close(tx, found.id, found.status, now)
      if (found.status === 'lost') return
      await post(tx, entries.disputeWon(moved(row), await owedTo(tx, row.driver_id)), now)
      const [amount, taken] = [money(row.amount_cents), money(row.wallet_cents)]
      await notify(tx, row.driver_id, to => to.won({ amount, taken }), now)
    },
  }
}
export type Disputes = ReturnType<typeof createDisputes>
