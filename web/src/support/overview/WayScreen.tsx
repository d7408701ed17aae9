// The frame of the three ways to reach support: back to their list, a switch between them, and an invitation for guests.
import './support.css'
import { Mail, MessageCircle, PhoneCall } from 'lucide-react'
import type { ReactNode } from 'react'
import { navigate } from '#platform/address.tsx'
import { useSession } from '#platform/session.ts'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { SignInInvitation } from './SignInInvitation.tsx'
import { useSupportWords } from './words.ts'

export type Way = '/chatsupport' | '/requestcall' | '/emailSupport'

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
          <Segmented<Way>
            label={words.ways}
            value={way}
            onChange={to => navigate(to, { replace: true })}
            block
            className="support__switch"
            options={[
              { value: '/chatsupport', label: words.chat, icon: <MessageCircle size={20} /> },
              { value: '/requestcall', label: words.callBack, icon: <PhoneCall size={20} /> },
              { value: '/emailSupport', label: words.email, icon: <Mail size={20} /> },
            ]}
          />
        </div>
      }
    >
      {signedIn ? children : <SignInInvitation />}
    </Screen>
  )
}
