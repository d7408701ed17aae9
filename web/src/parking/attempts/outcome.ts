// The outcome of an attempt as text, and the whole attempt as evidence.
import { moneyText } from '@parkit/contract/platform/money'
import type { LanguageCode } from '#platform/language.tsx'
import { dateText, durationText, endText, timeText } from '#platform/text.ts'
import { type Attempt, isOpen } from './attempt.ts'
import type { OfflineWords } from './words.ts'

const sentence = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(' ')

/** `3:42:07 PM`: for evidence a minute is too coarse. */
const secondsText = (ms: number, timeZone: string, language: LanguageCode) =>
  timeText(ms, timeZone, language).replace(/(\d:\d\d)/, `$1:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`)

const momentText = (ms: number, { zone }: Attempt, language: LanguageCode): string =>
  `${dateText(ms, zone.timeZone, language)}, ${secondsText(ms, zone.timeZone, language)}`

/** The state or the outcome in one or two sentences. */
export function outcomeText(attempt: Attempt, words: OfflineWords, language: LanguageCode): string {
  const { kind, state, confirmation, session, refusal, zone } = attempt
  const pressed = timeText(attempt.atMs, zone.timeZone, language)
  const ending = (at: string) => endText(at, zone.timeZone, language, attempt.atMs)
  switch (state) {
    case 'waiting':
      return sentence(words.pressedAt(pressed), words.waiting[kind], words.sentLater)
    case 'needsConfirmation':
      if (!confirmation) return words.outcomes.needsConfirmation
      return words.why[confirmation.why]({
        pressed,
        was: moneyText(attempt.agreed ?? 0),
        total: moneyText(confirmation.total),
        stay: durationText(confirmation.minutes, language),
        end: ending(confirmation.endsAt),
      })
    case 'accepted': {
      if (!session) return words.outcomes.accepted
      const end = ending(session.EndedAt ?? session.EndsAt)
      const done = { start: words.parkedUntil, extend: words.extendedUntil, stop: words.stoppedAt }[kind](end)
      return sentence(done, words.paid(moneyText(session.AmountPaid)))
    }
    case 'rejected':
      return sentence(words.not[kind], refusal?.code === 'bank' ? words.bankAsks : refusal?.message)
    case 'withdrawn':
      return sentence(`${words.outcomes.withdrawn}.`, attempt.unansweredSends > 0 && words.mayHaveArrived)
  }
}

/** The same with the kind of press and the zone. */
export const namedOutcome = (attempt: Attempt, words: OfflineWords, language: LanguageCode): string =>
  `${words.kinds[attempt.kind]}, ${attempt.zone.number}: ${outcomeText(attempt, words, language)}`

type Fact = { label: string; value: string }

/** All facts of an attempt, for the screen and the shared text. */
export function factsOf(attempt: Attempt, words: OfflineWords, language: LanguageCode): Fact[] {
  const { zone, plate, position, minutes, agreed, unansweredSends, state, receivedAtMs, session } = attempt
  const sessionId = session?.SessionId ?? attempt.sessionId
  const fact = (label: string, value: string | false | 0 | undefined) => (value ? [{ label, value }] : [])
  return [
    ...fact(words.when, momentText(attempt.atMs, attempt, language)),
    ...fact(words.place, `${zone.name}, ${zone.number}`),
    ...fact(
      words.position,
      position
        ? `${position.latitude}, ${position.longitude}, ${words.within(Math.round(position.accuracyMetres / 0.3048))}`
        : words.noPosition,
    ),
    ...fact(words.plate, `${plate.state} ${plate.number}`),
    ...fact(words.wanted, minutes !== undefined && durationText(minutes, language)),
    ...fact(words.shownPrice, agreed !== undefined && moneyText(agreed)),
    ...fact(words.sentUnanswered, unansweredSends > 0 && words.times(unansweredSends)),
    ...fact(words.reached, receivedAtMs ? momentText(receivedAtMs, attempt, language) : words.notReached),
    ...fact(
      words.answered,
      attempt.answeredAtMs && !isOpen(attempt) && momentText(attempt.answeredAtMs, attempt, language),
    ),
    ...fact(words.outcome, state === 'waiting' ? words.outcomes.waiting : outcomeText(attempt, words, language)),
    ...fact(words.session, sessionId),
    ...fact(words.reference, attempt.id),
  ]
}

export const evidenceText = (attempt: Attempt, words: OfflineWords, language: LanguageCode): string =>
  [
    `ParkIt · ${words.tried} · ${words.kinds[attempt.kind]}`,
    ...factsOf(attempt, words, language).map(({ label, value }) => `${label}: ${value}`),
  ].join('\n')
