// /stripepage: the card form as a screen of its own.
import { Elements } from '@stripe/react-stripe-js'
import { useId, useState } from 'react'
import { GuestInvitation } from '#money/wallet/wallet.ts'
import { useSession } from '#platform/session.ts'
import { Dock, Screen, TopBar } from '#ui/Screen.tsx'
import { useAuthorization, useProvider } from './authorization.ts'
import { Authorize, CardFields, LoadFailed } from './CardFields.tsx'
import { useCardWords } from './words.ts'

export default function StripePageScreen() {
  const words = useCardWords()
  const signedIn = useSession().isSignedIn()
  const form = useId()
  const [typed, setTyped] = useState('1')
  const provider = useProvider(signedIn)
  const authorization = useAuthorization(() => undefined)
  const top = <TopBar title={words.title} back="/account" />
  if (!signedIn)
    return (
      <Screen title={words.title} width="form" top={top}>
        <GuestInvitation />
      </Screen>
    )
  return (
    <Elements stripe={provider.data ?? null}>
      <Screen
        title={words.title}
        width="form"
        top={top}
        dock={
          <Dock>
            <Authorize form={form} authorization={authorization} typed={typed} />
          </Dock>
        }
      >
        <CardFields
          id={form}
          authorization={authorization}
          typed={typed}
          onType={setTyped}
          failed={
            provider.isError && <LoadFailed onRetry={() => void provider.refetch()} retrying={provider.isFetching} />
          }
        />
      </Screen>
    </Elements>
  )
}
