// Why a start or an extension did not happen, and the way out of it.
import { moneyText } from '@parkit/contract/platform/money'
import { Link } from '#platform/address.tsx'
import type { CallError } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { endText } from '#platform/text.ts'
import { Banner } from '#ui/Banner.tsx'
import type { NextStep } from './quoting.ts'
import { useParkingWords } from './words.ts'

type Props = { error: CallError | undefined; step: NextStep | undefined; timeZone: string }

export function Refused({ error, step, timeZone }: Props) {
  const words = useParkingWords()
  const language = useLanguage()
  if (!error) return null
  const { body } = error
  const time = (at: unknown) => (typeof at === 'string' ? endText(at, timeZone, language, now()) : '')
  const text = () => {
    if (error.status === 0) return `${words.noAnswer}. ${words.unsure}`
    if (step === 'unsure') return `${error.message} ${words.unsure}`
    if (error.code === 'already_parked' && body.Until)
      return typeof body.Name === 'string'
        ? words.alreadyParkedAt(body.Name, time(body.Until))
        : words.alreadyParkedUntil(time(body.Until))
    if (error.code === 'no_return' && body.AllowedFrom) return words.backAllowed(time(body.AllowedFrom))
    if (error.code === 'insufficient_funds' && typeof body.Missing === 'number')
      return words.missing(moneyText(body.Missing))
    return error.message
  }
  return (
    <Banner
      tone={step === 'new-quote' || step === 'unsure' ? 'warn' : 'stop'}
      action={
        step === 'view-session' && (
          <Link className="link link--tap" to={`/dashboard?session=${body.SessionId}`}>
            {words.viewSession}
          </Link>
        )
      }
    >
      {text()}
    </Banner>
  )
}
