// The desk: its parts at the left edge, then a list, the conversation, and the driver beside it.
import './desk.css'
import './driver.css'
import './narrow.css'
import { deskSignOut } from '@parkit/contract/staff/desk-staff'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Banknote, History, LogOut, Mail, MessageSquare, Phone, Star, UserCheck, Users } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Link, useSearchParams } from '#platform/address.tsx'
import { lazyScreen } from '#platform/chunk.ts'
import { CallError, send } from '#platform/client.ts'
import { forgetDeskToken, useDeskToken } from '#platform/desk-token.ts'
import { Banner } from '#ui/Banner.tsx'
import { LanguageSwitch } from '#ui/LanguageSwitch.tsx'
import { Logo } from '#ui/Logo.tsx'
import { Screen } from '#ui/Screen.tsx'
import { LoadingRows } from '#ui/Skeleton.tsx'
import { Conversation } from './Conversation.tsx'
import { ConversationList } from './ConversationList.tsx'
import { DriverPane } from './DriverPane.tsx'
import { useConversations, useDeskStream, useStaff } from './desk-queries.ts'
import { shortcuts, useShortcuts } from './shortcuts.ts'
import { useDeskWords } from './words.ts'

const DeskSignIn = lazyScreen(() => import('./DeskSignIn.tsx'))
const table = (name: 'CallTable' | 'EmailTable' | 'FeedbackTable' | 'LogTable') =>
  lazyScreen(async () => ({ default: (await import('./Tables.tsx'))[name] }))
const tables: Record<string, ComponentType> = {
  calls: table('CallTable'),
  emails: table('EmailTable'),
  feedback: table('FeedbackTable'),
  staff: lazyScreen(() => import('./StaffTable.tsx')),
  proposals: lazyScreen(() => import('./ProposalTable.tsx')),
  unclaimed: lazyScreen(() => import('./UnclaimedTable.tsx')),
  log: table('LogTable'),
}

export default function DeskScreen() {
  return useDeskToken() ? <Desk /> : <DeskSignIn />
}

function Desk() {
  const words = useDeskWords()
  const connected = useDeskStream()
  const staff = useStaff()
  const [search] = useSearchParams()
  const view = search.get('view') ?? 'chats'
  const driverId = search.get('driver')
  const ended = staff.error instanceof CallError && staff.error.status === 404
  useEnd(ended)
  useShortcuts()
  const Table = tables[view]
  return (
    <Screen title={words.supportDesk} width="full" className="desk">
      <h1 className="sr-only">{words.supportDesk}</h1>
      <div className="desk__all">
        <Rail view={view} />
        {Table ? (
          <Suspense fallback={<TableToCome />}>
            <Table />
          </Suspense>
        ) : (
          <ConversationList selected={driverId} />
        )}
        {!Table &&
          (driverId ? (
            <Conversation key={`talk ${driverId}`} driverId={driverId} />
          ) : (
            <section className="desk__talk desk__none">
              <MessageSquare size={40} />
              <h2 className="t-h2">{words.chooseOne}</h2>
              <p className="t-2">{words.chooseText}</p>
              <Shortcuts />
            </section>
          ))}
        {driverId && <DriverPane key={`driver ${driverId}`} driverId={driverId} />}
      </div>
      {!connected && (
        <Banner tone="warn" className="desk__offline">
          {words.offline}
        </Banner>
      )}
    </Screen>
  )
}

function TableToCome() {
  return (
    <section className="desk__table">
      <LoadingRows count={6} />
    </section>
  )
}

function Shortcuts() {
  const words = useDeskWords()
  return (
    <dl className="desk__shortcuts" aria-label={words.shortcuts}>
      {shortcuts.map(([keys, name]) => (
        <div key={name}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{words.shortcutNames[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A sign-in that has ended leaves nothing of the desk in this tab. */
function useEnd(ended: boolean) {
  const queries = useQueryClient()
  useEffect(() => {
    if (ended) leave(queries)
  }, [ended, queries])
}

function leave(queries: ReturnType<typeof useQueryClient>) {
  forgetDeskToken()
  queries.removeQueries({ predicate: ({ queryKey: [name] }) => String(name).startsWith('desk.') })
}

function scrollToCenter(scroller: Element, child: Element) {
  const [outer, inner] = [scroller.getBoundingClientRect(), child.getBoundingClientRect()]
  scroller.scrollBy(
    inner.left + inner.width / 2 - outer.left - outer.width / 2,
    inner.top + inner.height / 2 - outer.top - outer.height / 2,
  )
}

function Rail({ view }: { view: string }) {
  const words = useDeskWords()
  const queries = useQueryClient()
  const waiting = useConversations('open').data?.pages[0]?.Unanswered ?? 0
  const leads = useStaff().data?.Me.Role === 'lead'
  const signOut = useMutation({ mutationFn: () => send(deskSignOut, {}), onSettled: () => leave(queries) })
  const item = (name: string, label: string, icon: ReactNode, count = 0) => (
    <li>
      <Link
        to={name === 'chats' ? '/desk' : `/desk?view=${name}`}
        className="desk__part"
        aria-current={view === name ? 'page' : undefined}
      >
        {icon}
        <span>{label}</span>
        {count > 0 && (
          <b className="desk__count num" title={words.waiting(count)}>
            {count}
            <span className="sr-only"> {words.waits}</span>
          </b>
        )}
      </Link>
    </li>
  )
  const rail = useRef<HTMLElement>(null)
  useEffect(() => {
    // on a phone the parts are a line that scrolls; after `scrollIntoView` Tab starts at the marked part in some browsers
    const marked = rail.current?.querySelector('[aria-current]')
    if (rail.current && marked) scrollToCenter(rail.current, marked)
  }, [view, leads])
  return (
    <nav ref={rail} className="desk__rail" aria-label={words.places}>
      <Logo height={22} />
      <ul>
        {item('chats', words.chats, <MessageSquare size={24} />, waiting)}
        {item('calls', words.calls, <Phone size={24} />)}
        {item('emails', words.emails, <Mail size={24} />)}
        {item('feedback', words.feedback, <Star size={24} />)}
        {item('staff', words.staff, <Users size={24} />)}
        {item('proposals', words.proposals, <UserCheck size={24} />)}
        {leads && item('unclaimed', words.unclaimed, <Banknote size={24} />)}
        {item('log', words.log, <History size={24} />)}
      </ul>
      <div className="desk__foot">
        <LanguageSwitch className="desk__language" />
        <button type="button" className="desk__part" onClick={() => !signOut.isPending && signOut.mutate()}>
          <LogOut size={24} />
          <span>{words.signOut}</span>
        </button>
      </div>
    </nav>
  )
}
