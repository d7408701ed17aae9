// The zone's sign: an outer plate, a keyline, the word and the number.
import './sign.css'
import { cx } from './cx.ts'
import { useUiWords } from './words.ts'

type Props = {
  zone: string
  size?: 'sm' | 'md' | 'lg'
  /** Yellow: the running, chosen or selected place, and nothing else. */
  live?: boolean
}

export function Sign({ zone, size = 'sm', live }: Props) {
  const words = useUiWords()
  return (
    <span role="img" aria-label={words.zoneName(zone)} className={cx('sign', `sign--${size}`, live && 'sign--live')}>
      {size !== 'sm' && <small>{words.zone}</small>}
      <b>{zone}</b>
    </span>
  )
}
