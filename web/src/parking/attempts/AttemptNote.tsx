// The state of an attempt on the screen where it was made: waiting, to be confirmed, accepted or rejected.
import { moneyText } from '@parkit/contract/platform/money'
import { CloudOff } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { useLanguage } from '#platform/language.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { type Attempt, isOpen } from './attempt.ts'
import { acknowledge, consent, flushAttempts, withdraw } from './attempt-queue.ts'
import './attempts.css'
import { namedOutcome, outcomeText } from './outcome.ts'
import { useOfflineWords } from './words.ts'

const tones = {
  waiting: 'warn',
  needsConfirmation: 'warn',
  accepted: 'go',
  rejected: 'stop',
  withdrawn: 'info',
} as const

/** `named`: with the kind of press and the zone. */
export function AttemptNote({ attempt, named = false }: { attempt: Attempt; named?: boolean }) {
  const words = useOfflineWords()
  const language = useLanguage()
  const [isBusy, setIsBusy] = useState(false)
  const { id, state, confirmation } = attempt
  useLayoutEffect(() => {
    // shown here, so that AttemptResults shows no toast for it
    if (state === 'needsConfirmation') acknowledge(attempt)
  }, [attempt, state])
  const run = (task: () => Promise<void>) => () => {
    setIsBusy(true)
    task().finally(() => setIsBusy(false))
  }
  return (
    <div className="attempt-note">
      <Banner tone={tones[state]} icon={state === 'waiting' ? <CloudOff size={22} /> : undefined}>
        {(named ? namedOutcome : outcomeText)(attempt, words, language)}
      </Banner>
      {isOpen(attempt) && (
        <div className="attempt-note__ways">
          {state === 'needsConfirmation' && confirmation ? (
            <>
              {/* its own key: a press that began on the other button must not accept a price */}
              <Button key="yes" variant="primary" size="md" loading={isBusy} onClick={run(() => consent(id))}>
                {words.yesPay(moneyText(confirmation.total))}
              </Button>
              <Button size="md" disabled={isBusy} onClick={() => withdraw(id)}>
                {words.no}
              </Button>
            </>
          ) : (
            <>
              <Button size="md" loading={isBusy} onClick={run(flushAttempts)}>
                {words.sendNow}
              </Button>
              <Button variant="quiet" size="md" onClick={() => withdraw(id)}>
                {words.takeBack}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}
