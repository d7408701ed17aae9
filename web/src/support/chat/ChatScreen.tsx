// Support Chat: the stored conversation, live, with its days; what was written without a connection waits at its end.
import './chat.css'
import { type UIEvent, useLayoutEffect, useRef, useState } from 'react'
import { useReceipt } from '#parking/sessions/sessions.ts'
import { useSearchParams } from '#platform/address.tsx'
import { useNow } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { dateText, timeText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { ServiceLine, useSupportWords, WayScreen } from '#support/overview/overview.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { Bubble, MessageBubble, WaitingBubble } from './Bubbles.tsx'
import { Composer } from './Composer.tsx'
import { daysOf } from './conversation.ts'
import { enqueue, useOutbox } from './outbox.ts'
import { aboutOf, Problem } from './Problem.tsx'
import { useConversation } from './useConversation.ts'

export default function ChatScreen() {
  const words = useSupportWords()
  return (
    <WayScreen way="/chatsupport" title={words.supportChat} className="chat">
      <Talk />
    </WayScreen>
  )
}

/** This near to the end, new words are followed. */
const nearPx = 80

function Talk() {
  const words = useSupportWords()
  const language = useLanguage()
  const today = dateText(useNow(60_000), ownZone, language)
  const { query, connected, earlier } = useConversation()
  const waiting = useOutbox()
  const [params, setParams] = useSearchParams()
  const about = useReceipt(params.get('session') ?? undefined).data
  const [reason, setReason] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const place = useRef({ atEnd: true, height: 0, first: 0 })
  const items = query.data?.Items ?? []
  const first = items[0]?.Seq ?? 0

  // where earlier ones come in front, what was read stays in place
  useLayoutEffect(() => {
    const box = list.current
    if (box && first < place.current.first) box.scrollTop += box.scrollHeight - place.current.height
    place.current.first = first
  }, [first])

  // new words, and pictures that come in, are followed where the end was in sight
  const loaded = query.data !== undefined
  useLayoutEffect(() => {
    const box = list.current
    if (!loaded || !box?.firstElementChild) return
    const observer = new ResizeObserver(() => {
      if (place.current.atEnd) box.scrollTop = box.scrollHeight
      place.current.height = box.scrollHeight
    })
    observer.observe(box.firstElementChild)
    observer.observe(box)
    return () => observer.disconnect()
  }, [loaded])

  if (!query.data)
    return query.isError ? (
      <ReadFailed title={words.chatFailed} query={query} />
    ) : (
      <Loading className="chat__loading">
        <Skeleton width="72%" height={64} radius={18} />
        <Skeleton width="60%" height={44} radius={18} />
        <Skeleton width="66%" height={64} radius={18} />
      </Loading>
    )
  const { NextCursor } = query.data
  const onScroll = ({ currentTarget: box }: UIEvent) => {
    // what grew meanwhile was not scrolled by anybody
    if (box.scrollHeight !== place.current.height) return
    place.current.atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < nearPx
  }
  const leaveProblem = () => {
    setParams({}, { replace: true })
    // the pressed button is removed
    field.current?.focus()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <div className="chat__list" ref={list} onScroll={onScroll} tabIndex={0} role="log" aria-label={words.log}>
        <div>
          {NextCursor && (
            <Button
              size="sm"
              variant="quiet"
              className="chat__earlier"
              loading={earlier.isPending}
              onClick={() => earlier.mutate(NextCursor, { onError: () => toast.error(words.earlierFailed) })}
            >
              {words.earlier}
            </Button>
          )}
          {items.length === 0 && (
            <section>
              <h2 className="chat__day">
                <span className="caps">{words.todayDivider}</span>
              </h2>
              <ol>
                <Bubble mine={false} who={words.supportName} time="">
                  <p className="bubble__text">{words.greeting}</p>
                </Bubble>
              </ol>
            </section>
          )}
          {daysOf(items, time => dateText(time, ownZone, language)).map(({ day, messages }) => (
            <section key={day}>
              <h2 className="chat__day">
                {day === today ? <span className="caps">{words.todayDivider}</span> : <span>{day}</span>}
              </h2>
              <ol>
                {messages.map(message => (
                  <MessageBubble key={message.Id} message={message} time={timeText(message.time, ownZone, language)} />
                ))}
              </ol>
            </section>
          ))}
          {waiting.length > 0 && (
            // each is announced once, when it has arrived
            <ol aria-live="off">
              {waiting.map(item => (
                <WaitingBubble key={item.key} item={item} />
              ))}
            </ol>
          )}
        </div>
      </div>
      {!connected && <Banner tone="info">{words.offline}</Banner>}
      {about && <Problem session={about} onReason={setReason} onLeave={leaveProblem} />}
      <Composer
        ref={field}
        start={reason && `${reason}. `}
        onSend={(text, files) => {
          place.current.atEnd = true
          void enqueue(text, files, about && aboutOf(about))
          setReason(undefined)
          if (about) setParams({}, { replace: true })
        }}
      />
      <ServiceLine />
    </>
  )
}
