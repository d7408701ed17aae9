// What somebody said: support and the driver on their own sides, with who and when.
import './chat.css'
import { Headset } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { Avatar } from '#ui/Screen.tsx'

type Props = {
  mine: boolean
  who: string
  time: string
  waits?: boolean
  /** of the other side; support's where absent */
  face?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

export function Bubble({ mine, who, time, waits, face = <Headset size={18} />, foot, children }: Props) {
  return (
    <li className={cx('bubble', mine && 'bubble--mine', waits && 'bubble--waits')}>
      <p className="bubble__who">
        {who}
        {time && (
          <>
            <span className="dot" /> <span className="num">{time}</span>
          </>
        )}
      </p>
      {!mine && (
        <Avatar size={32} className="bubble__face">
          {face}
        </Avatar>
      )}
      <div className="bubble__body">{children}</div>
      {foot}
    </li>
  )
}
