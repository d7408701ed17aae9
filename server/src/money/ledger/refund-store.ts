// What must hold of money that goes back: each refund's entries, and no payment given back beyond what was taken.
export const refundChecks: Record<string, string> = {
  'Every refund to a card has the entries of its state, each of its amount.': `
    select refund_id, state, asked.cents as asked_cents, sent.cents as sent_cents, failed.cents as failed_cents
      from refund
      cross join lateral (
        select sum(amount_cents) as cents from entry join posting using (entry_id)
         where reference = refund_id::text and kind in ('withdrawal', 'refundRequested', 'planRefundRequested')
           and account = 'refunds_due') as asked
      cross join lateral (
        select sum(amount_cents) as cents from entry join posting using (entry_id)
         where reference = refund_id::text and kind = 'refundSent' and account = 'card_clearing') as sent
      cross join lateral (
        select sum(amount_cents) as cents from entry join posting using (entry_id)
         where reference = refund_id::text and kind = 'refundFailed' and account in ('wallet', 'unclaimed')) as failed
     where (charge_id is not null or purpose = 'plan')
       and (asked.cents is distinct from amount_cents
         or sent.cents is distinct from case when sent_at is not null then amount_cents end
         or failed.cents is distinct from case when state = 'failed' then amount_cents end)`,
  'Every refund to the wallet is in it at once.': `
    select refund_id from refund
      left join entry on kind = 'refund' and reference = refund_id::text
      left join posting on posting.entry_id = entry.entry_id and account in ('wallet', 'unclaimed')
     where charge_id is null and purpose <> 'plan' and posting.amount_cents is distinct from refund.amount_cents`,
  'What is due to cards is what was asked for and not taken on yet.': `
    select due.cents as due_cents, open.cents as open_cents
      from (select coalesce(sum(amount_cents), 0) as cents from posting where account = 'refunds_due') as due,
           (select coalesce(sum(amount_cents), 0) as cents from refund
             where (charge_id is not null or purpose = 'plan') and state = 'requested') as open
     where due.cents <> open.cents`,
  'No payment is given back beyond what was taken.': `
    select charge_id, sum(refund.amount_cents) from refund join charge using (charge_id)
     where refund.state <> 'failed'
     group by charge_id having sum(refund.amount_cents) > max(coalesce(capture_cents, charge.amount_cents))`,
  'Every refund under way is looked at again.': `
    select refund_id from refund left join job on job.kind = 'refund' and job.ref = refund_id::text
     where (charge_id is not null or purpose = 'plan') and state in ('requested', 'sent') and job.ref is null`,
}
