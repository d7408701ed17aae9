// The first screen: a free bay, what ParkIt does, and the three ways in.
import './account.css'
import { useEffect } from 'react'
import { navigate, useLocation, useSearchParams } from '#platform/address.tsx'
import { nextPath, withNext } from '#platform/next.ts'
import { becomeGuest, rememberLanding } from '#platform/session.ts'
import { flushUpdates } from '#platform/sign-in.ts'
import { Button } from '#ui/Button.tsx'
import { CarParkScene } from '#ui/CarParkScene.tsx'
import { GuestButton } from '#ui/GuestButton.tsx'
import { LanguageMenu } from '#ui/LanguageMenu.tsx'
import { Logo } from '#ui/Logo.tsx'
import { Screen } from '#ui/Screen.tsx'
import { Acceptance } from './Acceptance.tsx'
import { useAccountWords } from './words.ts'

export default function LandingScreen() {
  const words = useAccountWords()
  const next = useSearchParams()[0].get('next')
  const { pathname } = useLocation()
  useEffect(() => rememberLanding(pathname), [pathname])
  const asGuest = () =>
    flushUpdates(() => {
      becomeGuest()
      navigate(nextPath(next))
    })
  return (
    <Screen title={words.product} width="full" className="landing">
      <div className="landing__scene">
        <CarParkScene part="landing" />
        <header className="landing__top">
          <Logo height={34} />
          <LanguageMenu />
        </header>
      </div>
      <div className="landing__panel">
        <div className="landing__column">
          <h1 className="t-display">{words.headline}</h1>
          <p className="t-lead t-2">{words.promise}</p>
          <div className="landing__ways">
            <Button variant="primary" block to={withNext('/register', next)}>
              {words.createAccount}
            </Button>
            <Button block to={withNext('/login', next)}>
              {words.signIn}
            </Button>
            <GuestButton variant="quiet" size="md" block to="/homepage" guest onGo={asGuest}>
              {words.guest}
            </GuestButton>
          </div>
          <Acceptance />
        </div>
      </div>
    </Screen>
  )
}
