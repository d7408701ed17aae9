// The e-mails a driver wrote to support: reference, when, and whether it went out.
import { emails } from '@parkit/contract/support/emails'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { dateText, timeText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { useSupportWords } from '#support/overview/overview.ts'
import { Facts, Section } from '#ui/Panel.tsx'
import { Reload } from '#ui/Reload.tsx'
import { List, Row, Tag } from '#ui/Row.tsx'
import { LoadingRows } from '#ui/Skeleton.tsx'

export const emailsKey = ['emails.emails']

export function EmailList() {
  const words = useSupportWords()
  const language = useLanguage()
  const query = useQuery({
    queryKey: emailsKey,
    queryFn: ({ signal }) => send(emails, {}, signal),
    // while an e-mail is queued, to show when it is sent
    refetchInterval: ({ state }) => (state.data?.Items.some(({ State }) => State === 'queued') ? 5_000 : false),
  })
  if (query.isPending) return <LoadingRows className="support__past" count={2} />
  if (!query.data) return <Reload text={words.emailsFailed} query={query} />
  if (query.data.Items.length === 0) return null
  return (
    <Section title={words.yourEmails} className="support__past">
      <List>
        {query.data.Items.map(({ Reference, Subject, State, WrittenAt }) => (
          <Row
            key={Reference}
            title={Subject}
            sub={
              <Facts
                items={[
                  Reference,
                  `${dateText(WrittenAt, ownZone, language)}, ${timeText(WrittenAt, ownZone, language)}`,
                ]}
              />
            }
            end={<Tag tone={State === 'sent' ? 'go' : 'warn'}>{words.emailStates[State]}</Tag>}
          />
        ))}
      </List>
    </Section>
  )
}
