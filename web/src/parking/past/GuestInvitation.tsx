// What a guest finds where past sessions would be: they need an account, and the way back here.
import { navigate, useLocation } from '#platform/address.tsx'
import { withNext } from '#platform/next.ts'
import { dropGuest } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { usePastWords } from './words.ts'

export function GuestInvitation() {
  const words = usePastWords()
  const { pathname, search } = useLocation()
  const signIn = () => {
    // the guest flag goes first, else /login would send him home
    dropGuest()
    navigate(withNext('/login', pathname + search))
  }
  return (
    <Screen title={words.pastParkings} top={<TopBar title={words.pastParkings} />}>
      <EmptyState
        title={words.guestTitle}
        text={words.guestText}
        action={
          <Button variant="primary" block onClick={signIn}>
            {words.signIn}
          </Button>
        }
      />
    </Screen>
  )
}
