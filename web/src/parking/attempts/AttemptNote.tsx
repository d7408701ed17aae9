// How an attempt stands, where it was pressed: waiting, a question for the driver, or its clear yes or no.
import { moneyText } from '@parkit/contract/platform/money'
import { CloudOff } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { useLanguage } from '#platform/language.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { type Attempt, isOpen } from './attempt.ts'
import { consent, flushAttempts, markHeard, withdraw } from './attempts.ts'
import './attempts.css'
import { namedOutcome, outcomeText } from './outcome.ts'
import { useOfflineWords } from './words.ts'

const tones = { waiting: 'warn', asks: 'warn', yes: 'go', no: 'stop', withdrawn: 'info' } as const

/** `named`: says of which press, where the screen does not. */
export function AttemptNote({ attempt, named = false }: { attempt: Attempt; named?: boolean }) {
  const words = useOfflineWords()
  const language = useLanguage()
  const [busy, work] = useState(false)
  const { id, state, ask } = attempt
  useLayoutEffect(() => {
    // asked here, and before Settled hears of it: not once more over the screen
    if (state === 'asks') markHeard(attempt)
  }, [attempt, state])
  const run = (task: () => Promise<void>) => () => {
    work(true)
    task().finally(() => work(false))
  }
  return (
    <div className="attempt-note">
      <Banner tone={tones[state]} icon={state === 'waiting' ? <CloudOff size={22} /> : undefined}>
        {(named ? namedOutcome : outcomeText)(attempt, words, language)}
      </Banner>
      {isOpen(attempt) && (
        <div className="attempt-note__ways">
          {state === 'asks' && ask ? (
            <>
              {/* another button than the one that was here: a finger that came down on that one agrees to no price */}
              <Button key="yes" variant="primary" size="md" loading={busy} onClick={run(() => consent(id))}>
                {words.yesPay(moneyText(ask.total))}
              </Button>
              <Button size="md" disabled={busy} onClick={() => withdraw(id)}>
                {words.no}
              </Button>
            </>
          ) : (
            <>
              <Button size="md" loading={busy} onClick={run(flushAttempts)}>
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
