// Presses Start for a stay that one press on Home agreed to, for the price that the button showed; where it can't, it says so.
import { moneyText } from '@parkit/contract/platform/money'
import { useEffect, useState } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { useGuardWords } from './guards/words.ts'
import { agreementFor, agreeTo, isFresh } from './one-press.ts'
import type { Start } from './useStart.ts'

/** `onPay`: as a press of the sheet's own button. */
type Props = { start: Start; zone: string; vehicleId: string; onPay: () => void }

export default function OnePress({ start, zone, vehicleId, onPay }: Props) {
  const words = useGuardWords()
  const [agreed] = useState(() => agreementFor(zone, vehicleId))
  useEffect(() => agreeTo(undefined), [])
  const [outcome, setOutcome] = useState<'paid' | 'repriced' | 'unclear'>()
  const { quoting, payWith, payment } = start
  const { quote, isFirm } = quoting
  const isKnown = agreed !== undefined && isFirm && quote !== undefined && !payWith.isUndecided && !payment.isHeld
  useEffect(() => {
    if (!isKnown || outcome) return
    const isSameStay = quote.Minutes === agreed.minutes
    if (isSameStay && quote.Total !== agreed.total) return setOutcome('repriced')
    // anything to decide is decided on the sheet, which stays open
    const isClear = isSameStay && quote.Total > 0 && quote.Warnings.length === 0 && !start.needsMeans
    if (!isClear || !isFresh(agreed)) return setOutcome('unclear')
    setOutcome('paid')
    onPay()
  })
  if (outcome === undefined || outcome === 'paid' || payment.isHeld || !quote) return null
  return (
    <Banner tone="info">
      {outcome === 'repriced' ? words.notPaidPrice(moneyText(quote.Total)) : words.notPaidCheck}
    </Banner>
  )
}
