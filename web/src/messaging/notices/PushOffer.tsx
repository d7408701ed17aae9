// Offers reminders on this device while a session runs: a quiet row, gone for good once it is answered.
import './notices.css'
import { Bell, X } from 'lucide-react'
import { useState } from 'react'
import { session } from '#platform/session.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { useDevice, useTurn } from './notice-queries.ts'
import { useNoticeWords } from './words.ts'

const mark = 'push_asked'

export default function PushOffer() {
  const words = useNoticeWords()
  const { data: state } = useDevice()
  const turn = useTurn()
  const [answered, setAnswered] = useState(() => localStorage.getItem(mark) === session.memberId())
  if (answered || state !== 'off') return null
  const close = () => {
    localStorage.setItem(mark, session.memberId())
    setAnswered(true)
  }
  return (
    <div className="ask-push">
      <span className="row__icon">
        <Bell size={24} />
      </span>
      <span className="grow">
        <span className="row__t">{words.ask}</span>
        <span className="row__s">{words.askText}</span>
      </span>
      <span className="ask-push__acts">
        <Button size="sm" loading={turn.isPending} onClick={() => turn.mutate(true)}>
          {words.turnOn}
        </Button>
        <IconButton label={words.notNow} icon={<X size={20} />} onClick={close} />
      </span>
    </div>
  )
}
