// What every wallet read must show at any time: the anomalies of Jepsen's bank test.
import type { Activity } from '@parkit/contract/money/wallet'

const cents = (dollars: number) => Math.round(dollars * 100)

/** Newest first. `newestSeen` was the newest one's id in a read that ended before this one began. */
export const wrongInActivity = ({ Items }: { Items: Activity[] }, newestSeen: number): string[] => {
  const wrong: string[] = []
  if (Number(Items[0]?.Id ?? 0) < newestSeen)
    wrong.push(`Activity ${newestSeen} was read, and a later read ends with ${Items[0]?.Id}`)
  for (const [i, { Id, Amount, BalanceAfter }] of Items.entries()) {
    if (!(BalanceAfter >= 0)) wrong.push(`After activity ${Id} the balance is ${BalanceAfter}`)
    const before = Items[i + 1]
    if (before && cents(before.BalanceAfter) + cents(Amount) !== cents(BalanceAfter))
      wrong.push(`Activity ${Id} of ${Amount} leads from ${before.BalanceAfter} to ${BalanceAfter}`)
    if (before && Number(before.Id) >= Number(Id)) wrong.push(`Activity ${before.Id} stands before ${Id}`)
  }
  return wrong
}
