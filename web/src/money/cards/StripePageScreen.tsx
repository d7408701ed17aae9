// /stripepage: the card form as a screen of its own.
import { GuestInvitation } from '#money/wallet/wallet.ts'
import { navigate, useSearchParams } from '#platform/address.tsx'
import { nextPath } from '#platform/next.ts'
import { useSession } from '#platform/session.ts'
import { Dock, Screen, TopBar } from '#ui/Screen.tsx'
import { CardForm } from './CardFields.tsx'
import { useCardWords } from './words.ts'

export default function StripePageScreen() {
  const words = useCardWords()
  const next = useSearchParams()[0].get('next')
  const back = next ? nextPath(next) : '/account'
  const frame = { title: words.title, width: 'form', top: <TopBar title={words.title} back={back} /> } as const
  if (!useSession().isSignedIn())
    return (
      <Screen {...frame}>
        <GuestInvitation />
      </Screen>
    )
  return (
    <CardForm isShown onAuthorized={() => navigate(back, { replace: true })} resumeAt={next ? back : undefined}>
      {(fields, submit) => (
        <Screen {...frame} dock={<Dock>{submit}</Dock>}>
          {fields}
        </Screen>
      )}
    </CardForm>
  )
}
