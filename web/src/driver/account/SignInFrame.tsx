// What the signed-out screens share: back, the name, a large title, and the first row of the car park below.
import './account.css'
import type { ReactNode } from 'react'
import { CarParkScene } from '#ui/CarParkScene.tsx'
import { Logo } from '#ui/Logo.tsx'
import { BackButton, Screen } from '#ui/Screen.tsx'

type Props = { title: string; text: ReactNode; back: string | true; children: ReactNode }

export function SignInFrame({ title, text, back, children }: Props) {
  return (
    <Screen title={title} width="full" className="enter">
      <div className="enter__column">
        <header className="enter__top">
          <BackButton to={back} />
          <Logo height={28} />
        </header>
        <h1 className="t-title">{title}</h1>
        <p className="enter__text t-2">{text}</p>
        {children}
      </div>
      <div className="enter__row">
        <CarParkScene part="strip" />
      </div>
    </Screen>
  )
}
