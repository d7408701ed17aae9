// What must hold of disputed payments: each has its entries, and nothing more.
export const disputeChecks: Record<string, string> = {
  'Every dispute has the entries of its state, each of its amount.': `
    select dispute_id, state, opened.cents as opened_cents, won.cents as won_cents
      from dispute
      cross join lateral (
        select sum(amount_cents) as cents from entry join posting using (entry_id)
         where reference = dispute_id and kind = 'disputeOpened' and account = 'card_clearing') as opened
      cross join lateral (
        select -sum(amount_cents) as cents from entry join posting using (entry_id)
         where reference = dispute_id and kind = 'disputeWon' and account = 'card_clearing') as won
     where opened.cents is distinct from amount_cents
        or won.cents is distinct from case when state = 'won' then amount_cents end`,
}
