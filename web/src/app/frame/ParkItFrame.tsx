// ParkIt's own frame: which places the navigation knows, and whether this server is a sandbox.
import './app-status.css'
import { CircleUserRound, Headset, History, House } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useWords } from '#platform/language.tsx'
import { useIsSandbox } from '#platform/sandbox.ts'
import { useSession } from '#platform/session.ts'
import { useUnread } from '#support/overview/overview.ts'
import { toast } from '#ui/toast.ts'
import type { BarItem } from './BottomBar.tsx'
import { Frame, type FrameKind } from './Frame.tsx'
import { en } from './words.en.ts'

/** Not of the first view, but at once where it says that there is no signal. */
const settledMs = 1_000
const AppStatus = lazy<ComponentType>(async () => {
  if (navigator.onLine) await new Promise(settled => setTimeout(settled, settledMs))
  // the screens go on without it
  return import('./AppStatus.tsx').catch(() => ({ default: () => null }))
})

/** The bar shows an item when its screen exists (D-80). */
export function ParkItFrame({ kind, children }: { kind: FrameKind; children: ReactNode }) {
  const words = useWords('app/frame/words', en)
  const session = useSession()
  const unread = useUnread()
  const sandbox = useIsSandbox()
  const items: BarItem[] = [
    { to: '/homepage', label: words.home, icon: <House /> },
    {
      to: '/pastpark',
      label: words.pastParkings,
      icon: <History />,
      also: ['/mappage', '/ParkingSessionDetail'],
      // a guest has none, and stays where he is (D-50)
      ...(session.isGuest() && { instead: () => toast.info(words.guestPast, { id: 'guest-past' }) }),
    },
    { to: '/findparking', label: words.findParking, icon: 'P', also: ['/findParkingMap', '/parkdetails'] },
    {
      to: '/supportpage',
      label: words.support,
      icon: <Headset />,
      also: ['/chatsupport', '/requestcall', '/emailSupport'],
      count: unread,
      countLabel: words.newAnswers(unread),
    },
    { to: '/account', label: words.account, icon: <CircleUserRound />, also: ['/profile'] },
  ]
  return (
    <>
      <Frame kind={kind} items={items} sandbox={sandbox}>
        {children}
      </Frame>
      {!import.meta.env.SSR && (
        <Suspense>
          <AppStatus />
        </Suspense>
      )}
    </>
  )
}
