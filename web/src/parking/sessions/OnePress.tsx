// Presses Start for a stay that one press on Home agreed to, once its price is known to be the one that the button showed.
import { useEffect, useRef, useState } from 'react'
import { agreementFor, agreeTo } from './one-press.ts'
import type { Start } from './useStart.ts'

/** `onPay`: as a press of the sheet's own button. */
type Props = { start: Start; zone: string; vehicleId: string; onPay: () => void }

export default function OnePress({ start, zone, vehicleId, onPay }: Props) {
  const [agreed] = useState(() => agreementFor(zone, vehicleId))
  useEffect(() => agreeTo(undefined), [])
  const isDone = useRef(false)
  const { quoting, payWith, payment, parked } = start
  const { quote, isFirm } = quoting
  const isKnown = agreed !== undefined && isFirm && quote !== undefined && !payWith.isUndecided && !payment.isHeld
  useEffect(() => {
    if (!isKnown || isDone.current) return
    isDone.current = true
    const isSame = quote.Total === agreed.total && quote.Minutes === agreed.minutes
    // anything to decide is decided on the sheet, which stays open
    if (isSame && quote.Total > 0 && quote.Warnings.length === 0 && !start.needsMeans && !parked) onPay()
  })
  return null
}
