// A signed-in driver without the password: a code by text or e-mail opens the way to a new one (D-03).
import './account.css'
import { Mail, MessageSquareText } from 'lucide-react'
import { Navigate, useSearchParams } from '#platform/address.tsx'
import { contactText } from '#platform/contact-text.ts'
import { withNext } from '#platform/next.ts'
import { useSession } from '#platform/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { useSendCode } from './code-mutation.ts'
import { confirmedEmail } from './email/confirmed-email.ts'
import { useUser } from './profile-query.ts'
import { useAccountWords } from './words.ts'

export default function ForgotScreen() {
  const words = useAccountWords()
  const session = useSession()
  const next = useSearchParams()[0].get('next')
  const ask = useSendCode(next)
  const { user, query } = useUser()
  if (!session.isSignedIn()) return <Navigate to={withNext('/login', '/forgot')} />
  const frame = { title: words.forgot, width: 'form', top: <TopBar title={words.forgot} back="/profile" /> } as const
  if (!user)
    return (
      <Screen {...frame}>
        {query.isError ? (
          <ReadFailed title={words.profileFailed} query={query} />
        ) : (
          <Loading>
            <Skeleton height={64} />
          </Loading>
        )}
      </Screen>
    )
  const email = confirmedEmail(user)
  // a phone number stays in one line
  const [before, after] = words.codeTo('\n').split('\n')
  const way = (destination: string) => ({
    block: true,
    loading: ask.isPending && ask.variables.destination === destination,
    loadingLabel: words.sending,
    onClick: () => {
      if (!ask.isPending) ask.mutate({ purpose: 'reset', destination })
    },
  })
  return (
    <Screen {...frame}>
      <p className="t-2">{words.forgotText}</p>
      <div className="forgot__ways">
        <Button variant="primary" icon={<MessageSquareText size={22} />} {...way(user.PhoneNumber)}>
          {before}
          <span className="nb">{contactText(user.PhoneNumber)}</span>
          {after}
        </Button>
        {email && (
          <Button icon={<Mail size={22} />} {...way(email)}>
            {words.codeTo(email)}
          </Button>
        )}
      </div>
      {ask.isError && (
        <Banner tone="stop" className="enter__problem">
          {failureText(ask.error)}
        </Banner>
      )}
    </Screen>
  )
}
