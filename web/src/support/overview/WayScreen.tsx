// What the ways to reach support share: their frame with the switch, the line of hours, and the invitation for guests.
import './support.css'
import { clockText, service } from '@parkit/contract/support/service-hours'
import { Mail, MessageCircle, PhoneCall } from 'lucide-react'
import type { ReactNode } from 'react'
import { navigate, useLocation } from '#platform/address.tsx'
import { useNow } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { withNext } from '#platform/next.ts'
import { dropGuest, useSession } from '#platform/session.ts'
import { dayText } from '#platform/text.ts'
import { CityContact } from '#support/contact/contact.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { ViewLinks } from '#ui/ViewLinks.tsx'
import { cityNow, plainMs } from './city-time.ts'
import { useSupportCity } from './support-city.ts'
import { useSupportWords } from './words.ts'

type Way = '/chatsupport' | '/requestcall' | '/emailSupport'

type Props = { way: Way; title: string; className?: string; children: ReactNode }

export function WayScreen({ way, title, className, children }: Props) {
  const words = useSupportWords()
  const signedIn = useSession().isSignedIn()
  return (
    <Screen
      title={title}
      className={className}
      top={
        <div className="support__top">
          <TopBar title={title} back="/supportpage" />
          <ViewLinks
            label={words.ways}
            current={way}
            replace
            block
            className="support__switch"
            views={[
              { to: '/chatsupport', label: words.chat, icon: <MessageCircle size={20} /> },
              { to: '/requestcall', label: words.callBack, icon: <PhoneCall size={20} /> },
              { to: '/emailSupport', label: words.email, icon: <Mail size={20} /> },
            ]}
          />
        </div>
      }
    >
      {signedIn ? children : <SignInInvitation />}
    </Screen>
  )
}

/** Whether somebody is there now, and when again. */
export function ServiceLine() {
  const words = useSupportWords()
  const language = useLanguage()
  const nowMs = useNow(60_000)
  const city = useSupportCity()
  if (!city) return null
  const now = cityNow(nowMs, city.TimeZone)
  const there = service(now, city.SupportHours)
  if (!there) return null
  if (there.open)
    return <p className="support__there support__there--open">{words.hereNow(clockText(there.until), city.Name)}</p>
  const day = there.date === now.slice(0, 10) ? words.today : dayText(plainMs(there.date), 'UTC', language)
  return <p className="support__there">{words.hereAgain(day, clockText(there.time), city.Name)}</p>
}

/** Support answers a known driver: a guest is asked to sign in, and comes back here (D-52). */
export function SignInInvitation() {
  const words = useSupportWords()
  const { pathname } = useLocation()
  // the guest flag goes first, else /login would send him home (D-02)
  const leave = (path: string) => () => {
    dropGuest()
    navigate(withNext(path, pathname))
  }
  return (
    <>
      <EmptyState
        title={words.guestTitle}
        text={words.guestText}
        action={
          <>
            <Button variant="primary" block onClick={leave('/login')}>
              {words.signIn}
            </Button>
            <Button block onClick={leave('/register')}>
              {words.createAccount}
            </Button>
          </>
        }
      />
      <CityContact />
    </>
  )
}
