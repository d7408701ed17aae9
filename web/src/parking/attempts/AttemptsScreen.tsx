// Presses made while offline: each as evidence with its result, to be shown, shared and saved.
import { useQuery } from '@tanstack/react-query'
import { Download, Share2 } from 'lucide-react'
import { Navigate } from '#platform/address.tsx'
import { useLanguage } from '#platform/language.tsx'
import { saveFile } from '#platform/save-file.ts'
import { useSession } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Reload } from '#ui/Reload.tsx'
import { KeyValue, Tag } from '#ui/Row.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { shareText } from '#ui/share-text.ts'
import { Ticket } from '#ui/Ticket.tsx'
import { AttemptNote } from './AttemptNote.tsx'
import './attempts.css'
import type { Attempt } from './attempt.ts'
import { useAttempts } from './attempt-queue.ts'
import { listReported, mergeAttempts } from './attempt-reports.ts'
import { evidenceText, factsOf } from './outcome.ts'
import { useOfflineWords } from './words.ts'

export default function AttemptsScreen() {
  const words = useOfflineWords()
  const signedIn = useSession().isSignedIn()
  const stored = useAttempts()
  const reported = useQuery({
    queryKey: ['parking.attempts'],
    queryFn: ({ signal }) => listReported(signal),
    enabled: signedIn,
  })
  if (!signedIn) return <Navigate to="/login?next=%2Fattempts" />
  const all = mergeAttempts(stored, reported.data ?? [])
  return (
    <Screen title={words.tried} width="form" top={<TopBar title={words.tried} back={true} otherwise="/profile" />}>
      {reported.isError && <Reload text={words.triedFailed} query={reported} />}
      {all.length > 0 ? (
        <>
          <p className="t-2">{words.triedText}</p>
          <ol className="attempts">
            {all.map(attempt => (
              <li key={attempt.id}>
                <Evidence attempt={attempt} />
              </li>
            ))}
          </ol>
        </>
      ) : reported.isPending ? (
        <Loading>
          <Skeleton height={320} radius={20} />
        </Loading>
      ) : (
        <EmptyState title={words.none} text={words.noneText} />
      )}
    </Screen>
  )
}

const tones = {
  waiting: 'warn',
  needsConfirmation: 'warn',
  accepted: 'go',
  rejected: 'stop',
  withdrawn: 'plain',
} as const

function Evidence({ attempt }: { attempt: Attempt }) {
  const words = useOfflineWords()
  const language = useLanguage()
  const { kind, state, zone } = attempt
  const text = evidenceText(attempt, words, language)
  const save = () => saveFile(new Blob([text], { type: 'text/plain' }), `ParkIt-${attempt.id}.txt`)
  return (
    <Ticket>
      <div className="attempt__head">
        <Sign zone={zone.number} />
        <h2 className="t-h3 grow">{words.kinds[kind]}</h2>
        <Tag tone={tones[state]}>{words.outcomes[state]}</Tag>
      </div>
      <AttemptNote attempt={attempt} />
      <div>
        <KeyValue
          className="attempt__facts"
          items={factsOf(attempt, words, language).filter(({ label }) => label !== words.outcome)}
        />
        <div className="attempt__ways">
          <Button size="sm" icon={<Share2 size={18} />} onClick={() => shareText(words.tried, text, words)}>
            {words.share}
          </Button>
          <Button size="sm" variant="quiet" icon={<Download size={18} />} onClick={save}>
            {words.save}
          </Button>
        </div>
      </div>
    </Ticket>
  )
}
