// What was said in the chat, and what still waits: support and the driver on their own sides, with who and when.
import './chat.css'
import type { Message } from '@parkit/contract/support/chat'
import { Clock, Headset } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSupportWords } from '#support/overview/overview.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Avatar } from '#ui/Screen.tsx'
import { FileView, useBlobUrl } from './FileView.tsx'
import { discard, type OutboxFile, type OutboxMessage, retry } from './outbox.ts'
import { SessionTag } from './SessionTag.tsx'

type BubbleProps = {
  mine: boolean
  who: string
  time: string
  waits?: boolean
  /** of the other side; support's where absent */
  face?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

export function Bubble({ mine, who, time, waits, face = <Headset size={18} />, foot, children }: BubbleProps) {
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

export function MessageBubble({ message, time }: { message: Message; time: string }) {
  const words = useSupportWords()
  const mine = message.userType === 'user'
  const who = mine ? words.you : message.sender === 'Support' ? words.supportName : message.sender
  return (
    <Bubble mine={mine} who={who} time={time}>
      {message.Attachments.map(file => (
        <FileView key={file.AttachmentId} file={file} />
      ))}
      {message.Session && (
        <SessionTag session={message.Session} to={`/ParkingSessionDetail?session=${message.Session.SessionId}`} />
      )}
      {message.text && <p className="bubble__text">{message.text}</p>}
    </Bubble>
  )
}

export function WaitingBubble({ item }: { item: OutboxMessage }) {
  const words = useSupportWords()
  const foot = item.refused ? (
    <div className="bubble__foot" role="alert">
      <span>
        {words.notSent} {item.refused}
      </span>
      <Button size="sm" variant="quiet" onClick={() => retry(item.key)}>
        {words.tryAgain}
      </Button>
      <Button size="sm" variant="quiet" onClick={() => discard(item.key)}>
        {words.remove}
      </Button>
    </div>
  ) : (
    <p className="bubble__foot">
      <Clock size={16} />
      {item.later ?? words.waiting}
    </p>
  )
  return (
    <Bubble mine waits who={words.you} time="" foot={foot}>
      {item.files.map(file => (
        <WaitingPicture key={file.name} file={file} />
      ))}
      {item.session && <SessionTag session={item.session} />}
      {item.text && <p className="bubble__text">{item.text}</p>}
    </Bubble>
  )
}

function WaitingPicture({ file }: { file: OutboxFile }) {
  const words = useSupportWords()
  const isPicture = /^image\/(jpeg|png|webp)$/.test(file.blob.type)
  const url = useBlobUrl(isPicture ? file.blob : undefined)
  if (url) return <img className="chat__picture" src={url} alt={words.picture(file.name)} />
  return (
    <p className="chat__file">
      <span className="picked__name">{file.name}</span>
    </p>
  )
}
