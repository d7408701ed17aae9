// The zone's sign: an outer plate, a keyline, the word and the number.
import './sign.css'
import type { ReactNode } from 'react'
import { useLanguage } from '#platform/language.tsx'
import { spokenText } from '#platform/spoken.ts'
import { cx } from './cx.ts'
import { useUiWords } from './words.ts'

type Props = {
  zone: string
  /** `sm` is in rows, which voice control finds by the number as it is written. */
  size?: 'sm' | 'md' | 'lg'
  /** Yellow: the running, chosen or selected place, and nothing else. */
  live?: boolean
  /** Above the number. */
  children?: ReactNode
}

export function Sign({ zone, size = 'sm', live, children }: Props) {
  const words = useUiWords()
  const language = useLanguage()
  const name = words.zoneName(zone)
  return (
    <span
      role="img"
      aria-label={size === 'sm' ? name : spokenText(name, language)}
      className={cx('sign', `sign--${size}`, live && 'sign--live')}
    >
      {children}
      {size !== 'sm' && <small>{words.zone}</small>}
      <b>{zone}</b>
    </span>
  )
}
