// What the landing and Home look like before their code is there: their own first picture, drawn while building.
import './ui/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import Landing from './account/LandingScreen.tsx'
import Home from './parking/home/HomeScreen.tsx'
import { keepActive } from './parking/kept.ts'
import { standAt } from './platform/address.tsx'
import { type FirstLook, firstScreens } from './platform/first-look.ts'
import { changeSettings } from './platform/settings.ts'
import { ParkItFrame } from './shell/ParkItFrame.tsx'

const screens: Record<FirstLook['screen'], [kind: 'bare' | 'main', Screen: ComponentType]> = {
  landing: ['bare', Landing],
  home: ['main', Home],
}

/** Reads `localStorage`, which the caller provides. */
export const drawFirstView = ({ screen, who, language }: FirstLook): string => {
  localStorage.clear()
  if (who === 'driver' || who === 'parked') localStorage.setItem('access_token', 'x')
  if (who === 'driver') keepActive([])
  changeSettings({ language })
  const [kind, Screen] = screens[screen]
  standAt(firstScreens[screen])
  return renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <ParkItFrame kind={kind}>
        <Screen />
      </ParkItFrame>
    </QueryClientProvider>,
  )
}
