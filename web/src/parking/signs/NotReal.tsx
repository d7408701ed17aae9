// A sign that is not verified: why, and the zone's number as the way on. Nothing here leads where the code does.
import { OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallError } from '#platform/client.ts'
import { SignNumber } from './SignNumber.tsx'
import { useSignWords } from './words.ts'

/** `fault`: the server's refusal. Without it and a text of its own the code is ours and unsigned. */
type Props = { text?: string; fault?: CallError; children?: ReactNode }

export function NotReal({ text, fault, children }: Props) {
  const words = useSignWords()
  return (
    <section className="not-real" role="alert">
      <h2 className="t-h3 stop">
        <OctagonAlert size={24} /> {fault?.code === 'sign_retired' ? words.retired : words.notReal}
      </h2>
      <p>{text ?? (fault?.code.startsWith('sign_') ? fault.message : words.unsigned)}</p>
      <SignNumber />
      {children}
    </section>
  )
}
