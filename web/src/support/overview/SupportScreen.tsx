// Support: the three ways to reach somebody, and whether somebody is there now.
import './support.css'
import { serviceHoursText } from '@parkit/contract/support/service-hours'
import { Mail, MessageCircle, PhoneCall } from 'lucide-react'
import { useLanguage } from '#platform/language.tsx'
import { useSession } from '#platform/session.ts'
import { List, Row } from '#ui/Row.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { useSupportCity } from './support-city.ts'
import { useUnread } from './unread.ts'
import { ServiceLine, SignInInvitation } from './WayScreen.tsx'
import { useSupportWords } from './words.ts'

export default function SupportScreen() {
  const words = useSupportWords()
  const signedIn = useSession().isSignedIn()
  return (
    <Screen title={words.support} top={<TopBar title={words.support} />}>
      {signedIn ? <Ways /> : <SignInInvitation />}
    </Screen>
  )
}

function Ways() {
  const words = useSupportWords()
  const unread = useUnread()
  const language = useLanguage()
  const city = useSupportCity()
  const hours = city && words.hours(serviceHoursText(city.SupportHours, city.Name, language))
  return (
    <>
      <ServiceLine />
      <List label={words.ways}>
        <Row icon={<PhoneCall size={24} />} title={words.requestCallback} sub={words.callbackText} to="/requestcall" />
        <Row icon={<Mail size={24} />} title={words.supportEmail} sub={words.emailText} to="/emailSupport" />
        <Row
          icon={<MessageCircle size={24} />}
          title={words.supportChat}
          sub={words.chatText}
          note={unread > 0 ? <span className="support__unread">{words.unread(unread)}</span> : undefined}
          to="/chatsupport"
        />
      </List>
      {hours && <p className="t-sm t-2 support__hours">{hours}</p>}
    </>
  )
}
