// The driver's photo where a screen says who is signed in; what it is given instead until it is there.
import type { ReactNode } from 'react'
import { savesData } from '#platform/data-saver.ts'
import { Avatar } from '#ui/Screen.tsx'
import { usePhoto } from './photo-queries.ts'

export default function Face({ children }: { children: ReactNode }) {
  const { src } = usePhoto(!savesData())
  return <Avatar {...(src && { src })}>{children}</Avatar>
}
