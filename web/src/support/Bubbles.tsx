// What was said: support at the left with its avatar, the driver in yellow at the right; and what still waits.
import type { Message } from '@parkit/contract/chat'
import { Clock, Headset } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { names } from '../ui/names.ts'
import { Avatar } from '../ui/Screen.tsx'
import { FileView, useBlobUrl } from './FileView.tsx'
import { discard, retry } from './outbox.ts'
import type { Waiting, WaitingFile } from './waiting.ts'
import { useSupportWords } from './words.ts'

type FrameProps = {
  mine: boolean
  who: string
  time: string
  waits?: boolean
  /** of the other side; support's where absent */
  face?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

export function Bubble({ mine, who, time, waits, face = <Headset size={18} />, foot, children }: FrameProps) {
  return (
    <li className={names('bubble', mine && 'bubble--mine', waits && 'bubble--waits')}>
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
      {message.text && <p className="bubble__text">{message.text}</p>}
    </Bubble>
  )
}

export function WaitingBubble({ item }: { item: Waiting }) {
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
      {item.text && <p className="bubble__text">{item.text}</p>}
    </Bubble>
  )
}

function WaitingPicture({ file }: { file: WaitingFile }) {
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
