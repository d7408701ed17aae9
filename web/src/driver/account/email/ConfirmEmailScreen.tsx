// Where the link in the mail leads: it confirms the e-mail of the account that is signed in here.
import '../account.css'
import { confirmEmail } from '@parkit/contract/driver/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Navigate, useLocation } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { withNext } from '#platform/next.ts'
import { rememberUser, useSession } from '#platform/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { profileKey } from '../profile-query.ts'
import { useEmailWords } from './words.ts'

export default function ConfirmEmailScreen() {
  const words = useEmailWords()
  const queries = useQueryClient()
  const signedIn = useSession().isSignedIn()
  const { hash } = useLocation()
  const [ChallengeId, Secret] = hash.slice(1).split('.')
  const isSent = useRef(false)
  const confirm = useMutation({
    mutationFn: (body: { ChallengeId: string; Secret: string }) => send(confirmEmail, { body }),
    onSuccess: user => {
      rememberUser(user)
      return queries.invalidateQueries({ queryKey: profileKey })
    },
  })
  const { mutate } = confirm
  useEffect(() => {
    if (!signedIn || !ChallengeId || !Secret || isSent.current) return
    isSent.current = true
    mutate({ ChallengeId, Secret })
  }, [signedIn, ChallengeId, Secret, mutate])
  if (!signedIn) return <Navigate to={withNext('/login', `/confirmemail${hash}`)} />
  return (
    <Screen title={words.title} width="form" top={<TopBar title={words.title} back="/profile" />}>
      <div className="form-grid">
        {confirm.isSuccess ? (
          <Banner tone="go">{words.confirmed(confirm.data.EmailAddress)}</Banner>
        ) : confirm.isError ? (
          <Banner tone="stop">{failureText(confirm.error)}</Banner>
        ) : Secret ? (
          <p aria-live="polite">{words.confirming}</p>
        ) : (
          <Banner tone="stop">{words.broken}</Banner>
        )}
        <Button variant="primary" block to="/profile">
          {words.account}
        </Button>
      </div>
    </Screen>
  )
}
