// A text that is read aloud in other words than it is written: units in full, zone numbers digit by digit.
import type { ReactNode } from 'react'
import { useLanguage } from '#platform/language.tsx'
import { spokenText } from '#platform/spoken.ts'

type Props = {
  /** As it is written. Anything but text stays as it is. */
  text: ReactNode
  /** How it looks, where it is more than its text. */
  children?: ReactNode
}

/** Children that are nothing but text as one text; others as they are. */
export const textOf = (children: ReactNode): ReactNode =>
  Array.isArray(children) && children.every(one => typeof one === 'string') ? children.join('') : children

/** Not in a button or link: voice control finds those by what they show. */
export function Spoken({ text, children = text }: Props) {
  const language = useLanguage()
  if (typeof text !== 'string') return children
  const said = spokenText(text, language)
  if (said === text) return children
  return (
    <>
      {/* for the layout it is not there */}
      <span aria-hidden="true" className="written">
        {children}
      </span>
      <span className="sr-only spoken">{said}</span>
    </>
  )
}
