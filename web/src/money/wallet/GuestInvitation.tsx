// A guest has no wallet: the two ways in, and back here after signing in.
import './wallet.css'
import { CircleUserRound } from 'lucide-react'
import { navigate, useLocation } from '#platform/address.tsx'
import { withNext } from '#platform/next.ts'
import { dropGuest } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { Avatar } from '#ui/Screen.tsx'
import { useWalletWords } from './words.ts'

export function GuestInvitation() {
  const words = useWalletWords()
  const { pathname, search } = useLocation()
  // the guest flag goes first, else /login would send him home (D-02)
  const leave = (path: string) => () => {
    dropGuest()
    navigate(withNext(path, pathname + search))
  }
  return (
    <div className="wallet__guest">
      <div className="wallet__guest-who">
        <Avatar size={80}>
          <CircleUserRound size={36} />
        </Avatar>
        <div className="grow">
          <h2 className="t-h2">{words.guest}</h2>
          <p className="t-sm t-2">{words.guestText}</p>
        </div>
      </div>
      <div className="wallet__guest-ways">
        <Button variant="primary" onClick={leave('/register')}>
          {words.createAccount}
        </Button>
        <Button onClick={leave('/login')}>{words.signIn}</Button>
      </div>
    </div>
  )
}
