// How old the cached data on a screen is; nothing while the server answers. The frame announces that there is no signal.
import { CloudOff } from 'lucide-react'
import { useNow } from '#platform/clock.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { useLanguage } from '#platform/language.tsx'
import { cachedAtMs } from '#platform/local-cache.ts'
import { durationText } from '#platform/text.ts'
import './as-of.css'
import { Spoken } from './Spoken.tsx'
import { useUiWords } from './words.ts'

type Props =
  /** its name in the local cache */
  { name: string } | { atMs: number | undefined }

export function AsOf(props: Props) {
  const words = useUiWords()
  const language = useLanguage()
  const nowMs = useNow(60_000)
  const isOnline = useIsOnline()
  const atMs = isOnline ? undefined : 'name' in props ? cachedAtMs(props.name) : props.atMs
  if (atMs === undefined) return null
  const minutes = Math.max(0, Math.floor((nowMs - atMs) / 60_000) + 1)
  return (
    <p className="as-of t-sm" data-offline>
      <CloudOff size={18} />
      <Spoken text={minutes <= 1 ? words.asOfNow : words.asOf(durationText(minutes, language))} />
    </p>
  )
}
