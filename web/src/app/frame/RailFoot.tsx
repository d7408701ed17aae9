// At the foot of the rail: who is signed in, as the link to the profile. Drawn into the navigation, which is there before this.
import { CircleUserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Face } from '#driver/account/account.ts'
import { useBaseWords } from '#parking/sessions/sessions.ts'
import { Link, useLocation } from '#platform/address.tsx'
import { useMediaQuery } from '#platform/media-query.ts'
import { useSession } from '#platform/session.ts'
import { railScreen } from '#ui/media.ts'
import { Avatar } from '#ui/Screen.tsx'

export default function RailFoot() {
  const { myAccount } = useBaseWords()
  const { pathname } = useLocation()
  const user = useSession().user()
  const initial = user?.FirstName ? <b>{user.FirstName.slice(0, 1)}</b> : <CircleUserRound size={24} />
  const hasRail = useMediaQuery(railScreen)
  const [rail, setRail] = useState<Element | null>(null)
  useEffect(() => setRail(document.querySelector('.nav')), [pathname])
  if (!hasRail || !rail) return null
  return createPortal(
    <div className="nav__foot">
      <Link to="/profile" className="nav__me" aria-label={myAccount}>
        {user ? <Face>{initial}</Face> : <Avatar>{initial}</Avatar>}
      </Link>
    </div>,
    rail,
  )
}
