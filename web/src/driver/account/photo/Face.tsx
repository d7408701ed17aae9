// The driver's photo where a screen says who is signed in; what it is given instead until it is there.
import type { ReactNode } from 'react'
import { Avatar } from '#ui/Screen.tsx'
import { usePhoto } from './photo-queries.ts'

export default function Face({ children }: { children: ReactNode }) {
  const { src } = usePhoto()
  return <Avatar {...(src && { src })}>{children}</Avatar>
}
