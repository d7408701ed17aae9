// On Home and beside a running session: presses without an answer, and those to be confirmed.
import { Link } from '#platform/address.tsx'
import { useSession } from '#platform/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { AttemptNote } from './AttemptNote.tsx'
import { isOpen, type Kind } from './attempt.ts'
import { useAttempts } from './attempt-queue.ts'
import { useOfflineWords } from './words.ts'

/** `of`, `kind`: those of one session alone. */
export default function OpenAttempts({ of, kind }: { of?: string; kind?: Kind }) {
  const words = useOfflineWords()
  const signedIn = useSession().isSignedIn()
  const open = useAttempts().filter(
    attempt => isOpen(attempt) && (!of || attempt.sessionId === of) && (!kind || attempt.kind === kind),
  )
  if (!signedIn || open.length === 0) return null
  if (open.length === 1) return <AttemptNote attempt={open[0]!} named={!of} />
  return (
    <Banner
      tone="warn"
      action={
        <Link className="link link--tap" to="/attempts">
          {words.view}
        </Link>
      }
    >
      {words.open(open.length)}
    </Banner>
  )
}
