// What the signed-out screens share: back, the name, a large title, and the first row of the car park below.
import './account.css'
import type { ReactNode } from 'react'
import { CarParkScene } from '../ui/CarParkScene.tsx'
import { Logo } from '../ui/Logo.tsx'
import { BackButton, Screen } from '../ui/Screen.tsx'

type Props = { title: string; text: ReactNode; back: string | true; children: ReactNode }

export function SignInFrame({ title, text, back, children }: Props) {
  return (
    <Screen title={title} width="form" className="enter" dock={<CarParkScene part="strip" className="enter__row" />}>
      <header className="enter__top">
        <BackButton to={back} />
        <Logo height={28} />
      </header>
      <h1 className="t-title">{title}</h1>
      <p className="enter__text t-2">{text}</p>
      {children}
    </Screen>
  )
}
