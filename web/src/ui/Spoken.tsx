// A text that is read aloud in other words than it is written: units in full, zone numbers digit by digit.
import type { ReactNode } from 'react'
import { useLanguage } from '#platform/language.tsx'
import { spokenText } from '#platform/spoken.ts'

type Props = {
  /** As it is written, in one piece or several. Anything but text stays as it is. */
  text: ReactNode
  /** How it looks, where it is more than its text. */
  children?: ReactNode
}

/** Not in a button or link: voice control finds those by what they show. */
export function Spoken({ text, children = text }: Props) {
  const language = useLanguage()
  const pieces = [text].flat()
  if (!pieces.every(piece => typeof piece === 'string')) return children
  const written = pieces.join('')
  const said = spokenText(written, language)
  if (said === written) return children
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
