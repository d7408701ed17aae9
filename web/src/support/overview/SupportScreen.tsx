// Support: the three ways to reach somebody, and whether somebody is there now.
import './support.css'
import { Mail, MessageCircle, PhoneCall } from 'lucide-react'
import { useSession } from '#platform/session.ts'
import { List, Row } from '#ui/Row.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
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
      <p className="t-sm t-2 support__hours">{words.hours}</p>
    </>
  )
}
