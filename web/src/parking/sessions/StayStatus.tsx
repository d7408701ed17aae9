// Announces the length, the end and the price of a stay once the driver has settled on them.
import { moneyText } from '@parkit/contract/platform/money'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLanguage } from '#platform/language.tsx'
import { spokenDuration } from '#platform/text.ts'
import type { Start } from './useStart.ts'
import { useParkingWords } from './words.ts'

/** Without another change for so long. */
const settledMs = 700

export function StayStatus({ start: { minutes, quoting }, endsAt }: { start: Start; endsAt: string }) {
  const words = useParkingWords()
  const language = useLanguage()
  const [text, setText] = useState('')
  const last = useRef<{ minutes: number; endsAt: string; total: number }>(undefined)
  const total = quoting.isFirm ? quoting.quote?.Total : undefined
  const announce = useEffectEvent(() => {
    if (total === undefined) return
    const before = last.current
    // as time passes, the end moves or the length shrinks: neither is the driver's change
    if (before?.total === total && (before.minutes === minutes || before.endsAt === endsAt)) return
    last.current = { minutes, endsAt, total }
    setText(`${words.untilValue(spokenDuration(minutes, language), endsAt)}, ${moneyText(total)}`)
  })
  useEffect(() => {
    const timer = setTimeout(announce, settledMs)
    return () => clearTimeout(timer)
  }, [minutes, total])
  return (
    <p className="sr-only" role="status">
      {text}
    </p>
  )
}
