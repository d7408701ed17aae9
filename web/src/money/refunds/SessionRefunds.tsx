// What was paid back for a session by somebody's decision: how much, why, to what, and where it is.
import { moneyText } from '@parkit/contract/platform/money'
import { useLanguage } from '#platform/language.tsx'
import { dateText } from '#platform/text.ts'
import { Facts, Section } from '#ui/Panel.tsx'
import { List, Row } from '#ui/Row.tsx'
import { useSessionRefunds } from './refund-queries.ts'
import { useWithdrawWords } from './words.ts'

type Props = { sessionId: string; timeZone: string; className?: string }

export function SessionRefunds({ sessionId, timeZone, className }: Props) {
  const words = useWithdrawWords()
  const language = useLanguage()
  const refunds = useSessionRefunds(sessionId).data?.Items
  if (!refunds || refunds.length === 0) return null
  return (
    <Section title={words.refunds} {...(className && { className })}>
      <List label={words.refunds}>
        {refunds.map(({ Id, To, Card, Reason, State, DueBy, Amount }) => (
          <Row
            key={Id}
            title={To === 'wallet' ? words.toWallet : Card ? words.card(Card.CardType, Card.Last4) : words.toCard}
            sub={<Facts items={[Reason, words.states[State](dateText(DueBy, timeZone, language))]} />}
            value={moneyText(Amount)}
          />
        ))}
      </List>
    </Section>
  )
}
