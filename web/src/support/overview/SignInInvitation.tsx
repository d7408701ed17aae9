// Support answers a known driver: whoever is a guest is asked to sign in, and comes back here (D-52).
import { navigate, useLocation } from '#platform/address.tsx'
import { withNext } from '#platform/next.ts'
import { dropGuest } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useSupportWords } from './words.ts'

export function SignInInvitation() {
  const words = useSupportWords()
  const { pathname } = useLocation()
  // the guest flag goes first, else /login would send him home (D-02)
  const leave = (path: string) => () => {
    dropGuest()
    navigate(withNext(path, pathname))
  }
  return (
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
  )
}
