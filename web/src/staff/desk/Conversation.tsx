// The conversation in the middle: whose it is, what was said, and the answer.
import type { Answer as AnswerOf } from '@parkit/contract/platform/call'
import { answer, assign, close, type conversation, reopen } from '@parkit/contract/staff/desk'
import type { AboutSession, Message } from '@parkit/contract/support/chat'
import { CarFront, Check, RotateCcw } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { send } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { dateText, timeText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Bubble, daysOf, SessionTag } from '#support/chat/chat.ts'
import { Button } from '#ui/Button.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { Answer, type Said } from './Answer.tsx'
import { DeskFile } from './DeskFile.tsx'
import { useConversation, useDeskMutation, useStaff } from './desk-queries.ts'
import { More, type NextPage } from './Table.tsx'
import { useDeskWords } from './words.ts'

const SessionSheet = lazySheet(() => import('./SessionSheet.tsx'))

type LatestPage = AnswerOf<typeof conversation>

export function Conversation({ driverId }: { driverId: string }) {
  const words = useDeskWords()
  const query = useConversation(driverId)
  const latest = query.data?.pages[0]
  const say = useDeskMutation(
    async (said: () => Promise<Said>) => send(answer, { params: { driverId }, body: await said() }),
    ...conversationKeys(driverId),
  )
  if (!query.data || !latest)
    return (
      <section className="desk__talk">
        {query.isError ? (
          <ReadFailed title={words.chatFailed} query={query} />
        ) : (
          <Loading className="chat__loading">
            <Skeleton width="60%" height={64} radius={18} />
            <Skeleton width="50%" height={44} radius={18} />
          </Loading>
        )}
      </section>
    )
  const messages = query.data.pages.toReversed().flatMap(page => page.Items)
  return (
    <section className="desk__talk chat" aria-label={latest.Name}>
      <Head latest={latest} />
      <Messages latest={latest} messages={messages} earlier={query} />
      <Answer driverId={driverId} sending={say.isPending} onSend={said => say.mutateAsync(said)} />
    </section>
  )
}

const conversationKeys = (driverId: string) => [['desk.conversation', driverId], ['desk.conversations']]

function Head({ latest: { DriverId, Name, Open, Assignee, LastSeq } }: { latest: LatestPage }) {
  const words = useDeskWords()
  const staff = useStaff().data
  const params = { driverId: DriverId }
  const keys = conversationKeys(DriverId)
  const give = useDeskMutation((StaffId: string | null) => send(assign, { params, body: { StaffId } }), ...keys)
  const shut = useDeskMutation(() => send(close, { params, body: { Seq: LastSeq } }), ...keys)
  const open = useDeskMutation(() => send(reopen, { params }), ...keys)
  const everybody = staff?.Items.filter(({ Invited }) => !Invited) ?? (Assignee ? [Assignee] : [])
  const me = staff?.Me.StaffId
  return (
    <header className="desk__head">
      <h2 className="t-h2">{Name}</h2>
      <label className="desk__assign">
        <span className="t-sm t-2">{words.assignTo}</span>
        <select
          value={Assignee?.StaffId ?? ''}
          disabled={give.isPending}
          onChange={event => give.mutate(event.target.value || null)}
        >
          <option value="">{words.nobody}</option>
          {everybody.map(({ StaffId, Name: name }) => (
            <option key={StaffId} value={StaffId}>
              {StaffId === me ? `${name} (${words.you})` : name}
            </option>
          ))}
        </select>
      </label>
      {Open && me && !Assignee && (
        <Button size="sm" loading={give.isPending} onClick={() => give.mutate(me)}>
          {words.take}
        </Button>
      )}
      {Open ? (
        <Button size="sm" icon={<Check size={18} />} loading={shut.isPending} onClick={() => shut.mutate()}>
          {words.close}
        </Button>
      ) : (
        LastSeq > 0 && (
          <Button size="sm" icon={<RotateCcw size={18} />} loading={open.isPending} onClick={() => open.mutate()}>
            {words.reopen}
          </Button>
        )
      )}
    </header>
  )
}

type MessagesProps = {
  latest: LatestPage
  messages: readonly Message[]
  earlier: NextPage
}

function Messages({ latest: { DriverId, Name, ReadSeq }, messages, earlier }: MessagesProps) {
  const words = useDeskWords()
  const language = useLanguage()
  const list = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<AboutSession>()
  const last = messages.at(-1)?.Seq
  const answered = messages.findLast(({ userType }) => userType === 'support')
  useLayoutEffect(() => {
    list.current?.scrollTo(0, list.current.scrollHeight)
  }, [last])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <div className="desk__messages" ref={list} tabIndex={0} role="log" aria-label={words.messages}>
      <More pages={earlier} label={words.earlier} />
      {messages.length === 0 && <p className="t-2 desk__nothing">{words.noMessages}</p>}
      {daysOf(messages, time => dateText(time, ownZone, language)).map(({ day, messages: said }) => (
        <section key={day}>
          <h3 className="chat__day">
            <span>{day}</span>
          </h3>
          <ol>
            {said.map(message => (
              <Bubble
                key={message.Id}
                mine={message.userType === 'support'}
                face={<CarFront size={18} />}
                who={message.userType === 'user' ? Name : message.sender === 'Support' ? words.support : message.sender}
                time={timeText(message.time, ownZone, language)}
                foot={
                  message === answered &&
                  message.Seq === last && (
                    <p className="bubble__foot">{message.Seq <= ReadSeq ? words.seen : words.unseen}</p>
                  )
                }
              >
                {message.Attachments.map(file => (
                  <DeskFile key={file.AttachmentId} driverId={DriverId} file={file} />
                ))}
                {message.Session && <SessionTag session={message.Session} onClick={() => setShown(message.Session)} />}
                {message.text && <p className="bubble__text">{message.text}</p>}
              </Bubble>
            ))}
          </ol>
        </section>
      ))}
      {shown && <SessionSheet open driverId={DriverId} session={shown} onClose={() => setShown(undefined)} />}
    </div>
  )
}
