// The calls a driver asked for, with their state; those to come can be changed and cancelled.
import { type Callback, callbacks, cancelCallback } from '@parkit/contract/support/callbacks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#platform/client.ts'
import { phoneText } from '#platform/contact-text.ts'
import { useLanguage } from '#platform/language.tsx'
import { dateText, timeText } from '#platform/text.ts'
import { plainMs, useSupportWords } from '#support/overview/overview.ts'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Section } from '#ui/Panel.tsx'
import { Question } from '#ui/Question.tsx'
import { Reload } from '#ui/Reload.tsx'
import { List, Row, Tag } from '#ui/Row.tsx'
import { LoadingRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'

export const callbacksKey = ['callbacks.callbacks']

const tones = { requested: 'warn', called: 'go', closed: 'plain', cancelled: 'plain' } as const

type Props = { onChange: (call: Callback) => void; onCancelled: (call: Callback) => void }

export function CallbackList({ onChange, onCancelled }: Props) {
  const words = useSupportWords()
  const language = useLanguage()
  const queries = useQueryClient()
  const query = useQuery({ queryKey: callbacksKey, queryFn: ({ signal }) => send(callbacks, {}, signal) })
  const [asking, setAsking] = useState<Callback | null>(null)
  const cancel = useMutation({
    mutationFn: ({ Id }: Callback) => send(cancelCallback, { params: { id: Id } }),
    onSuccess: ({ Message }, call) => {
      toast.success(Message)
      onCancelled(call)
    },
    onError: error => toast.error(failureText(error)),
    onSettled: () => {
      setAsking(null)
      return queries.invalidateQueries({ queryKey: callbacksKey })
    },
  })
  const whenText = ({ date, time }: Callback) =>
    `${dateText(plainMs(date), 'UTC', language)}, ${timeText(plainMs(date, time), 'UTC', language)}`
  if (query.isPending) return <LoadingRows className="support__past" count={2} />
  if (!query.data) return <Reload text={words.callsFailed} query={query} />
  if (query.data.Items.length === 0) return null
  return (
    <Section title={words.yourCalls} className="support__past">
      <List>
        {query.data.Items.map(call => (
          <Row
            key={call.Id}
            title={whenText(call)}
            sub={
              <>
                <span className="num">{phoneText(call.phone)}</span> · {words.cityTime(call.CityName)}
              </>
            }
            end={<Tag tone={tones[call.State]}>{words.states[call.State]}</Tag>}
            align="top"
            more={
              call.State === 'requested' && (
                <span className="support__acts">
                  <Button size="sm" aria-label={words.changeCall(whenText(call))} onClick={() => onChange(call)}>
                    {words.change}
                  </Button>
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-label={words.cancelCall(whenText(call))}
                    onClick={() => setAsking(call)}
                  >
                    {words.cancel}
                  </Button>
                </span>
              )
            }
          />
        ))}
      </List>
      <Question
        open={asking !== null}
        title={words.cancelTitle}
        yes={words.cancelYes}
        no={words.cancelNo}
        isPending={cancel.isPending}
        onYes={() => asking && cancel.mutate(asking)}
        onClose={() => setAsking(null)}
      >
        {asking && whenText(asking)}
      </Question>
    </Section>
  )
}
