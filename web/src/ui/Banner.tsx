// A message in the page, in the color of its tone, with its icon.
import './banner.css'
import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spoken } from './Spoken.tsx'

type Props = {
  tone: 'go' | 'warn' | 'stop' | 'info'
  children: ReactNode
  icon?: ReactNode
  /** A link or a quiet button at the end. */
  action?: ReactNode
  /** Announced when it appears: by itself for `stop`, politely otherwise. */
  live?: boolean
  className?: string
}

const icons = {
  go: <CircleCheck size={22} />,
  warn: <Clock size={22} />,
  stop: <CircleAlert size={22} />,
  info: <Info size={22} />,
}

export function Banner({ tone, children, icon, action, live = true, className }: Props) {
  return (
    <div
      role={live ? (tone === 'stop' ? 'alert' : 'status') : undefined}
      className={cx('banner', `banner--${tone}`, className)}
    >
      {icon ?? icons[tone]}
      <div className="grow">
        <Spoken text={children} />
      </div>
      {action}
    </div>
  )
}
