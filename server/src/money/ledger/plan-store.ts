// What must hold of plans: each month that was paid is booked once, and none that goes on is forgotten.
export const planChecks: Record<string, string> = {
  'Every paid month of a plan has exactly one entry of its amount, and no other month has one.': `
    select invoice_reference, booked.reference, paid.amount_cents as paid_cents, booked.amount_cents as booked_cents
      from subscription_payment as paid
      full join (select reference, amount_cents from entry join posting using (entry_id)
                  where kind = 'planFee' and account = 'plan_income') as booked on reference = invoice_reference
     where paid.amount_cents is distinct from booked.amount_cents`,
  'Every plan is paid until the end of its last paid month.': `
    select subscription_id, paid_until, max(covers_until) as covers_until
      from subscription left join subscription_payment using (subscription_id)
     group by subscription_id having paid_until is distinct from max(covers_until)`,
  'Every plan that goes on has its next look scheduled.': `
    select subscription_id from subscription
      left join job on job.kind = 'subscription' and job.ref = subscription_id::text
     where state not in ('ended', 'void') and job.ref is null`,
}
