// Logging out, after a question.
import { logout } from '@parkit/contract/driver/account'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { send } from '#platform/client.ts'
import { countPendingWork } from '#platform/pending-work.ts'
import { session } from '#platform/session.ts'
import { useSignOut } from '#platform/sign-in.ts'
import { Question } from '#ui/Question.tsx'
import { Row } from '#ui/Row.tsx'
import { useAccountWords } from './words.ts'

export function LogoutRow() {
  const words = useAccountWords()
  const leave = useSignOut()
  const [isAsking, setIsAsking] = useState(false)
  const [pending, setPending] = useState({ messages: 0, presses: 0 })
  const question = () => {
    setIsAsking(true)
    // what was not sent stays on the device for his next sign-in, and says so first (D-85)
    countPendingWork(session.memberId())
      .then(setPending)
      .catch(() => undefined)
  }
  const confirm = () => {
    // the device forgets whether or not the server hears of it
    send(logout, {}).catch(() => undefined)
    leave()
  }
  return (
    <>
      <Row tone="stop" icon={<LogOut size={24} />} title={words.logout} onClick={question} />
      <Question
        open={isAsking}
        title={words.logoutTitle}
        yes={words.logoutYes}
        no={words.logoutNo}
        onYes={confirm}
        onClose={() => setIsAsking(false)}
      >
        {words.logoutText}
        {pending.messages > 0 && <p>{words.unsentText(pending.messages)}</p>}
        {pending.presses > 0 && <p>{words.unsentPresses(pending.presses)}</p>}
      </Question>
    </>
  )
}
