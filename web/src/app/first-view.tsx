// The first picture of some screens, prerendered while building and shown before their code is loaded.
import { type FrameKind, ParkItFrame } from '#app/frame/frame.ts'
import { cacheActive } from '#parking/sessions/sessions.ts'
import '../ui/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import Find from '#city/places/FindScreen.tsx'
import Landing from '#driver/account/LandingScreen.tsx'
import Wallet from '#money/account/WalletScreen.tsx'
import Home from '#parking/home/HomeScreen.tsx'
import Receipt from '#parking/sessions/ReceiptScreen.tsx'
import { setPathname } from '#platform/address.tsx'
import { showChosenLanguage } from '#platform/language.tsx'
import { changeSettings } from '#platform/settings.ts'
import Accessibility from '#support/accessibility/AccessibilityScreen.tsx'
import { hindi } from './hindi.ts'
import { spanish } from './spanish.ts'

const screens = {
  landing: ['bare', Landing],
  home: ['main', Home],
  find: ['main', Find],
  account: ['main', Wallet],
  receipt: ['inner', Receipt],
  accessibility: ['bare', Accessibility],
} satisfies Record<string, [FrameKind, ComponentType]>

type FirstView = {
  screen: keyof typeof screens
  path: string
  /** a guest gets the picture of `nobody`; Home differs for a driver whose sessions run */
  who: 'nobody' | 'driver' | 'parked'
  language: 'en' | 'es' | 'hi'
}

/** Reads `localStorage` and `matchMedia`, which the caller provides. */
export const drawFirstView = async ({ screen, path, who, language }: FirstView): Promise<string> => {
  localStorage.clear()
  if (who === 'driver' || who === 'parked') localStorage.setItem('access_token', 'x')
  if (who === 'driver') cacheActive([])
  changeSettings({ language })
  await showChosenLanguage(async chosen => ({ es: spanish, hi: hindi })[chosen])
  const [kind, Screen] = screens[screen]
  setPathname(path)
  return renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <ParkItFrame kind={kind}>
        <Screen />
      </ParkItFrame>
    </QueryClientProvider>,
  )
}
