// The way without a code: the zone's number, typed from the sign.
import { ZoneEntry } from '#parking/sessions/sessions.ts'
import { useSignWords } from './words.ts'

export const SignNumber = () => (
  <section className="sign-number">
    <h2 className="sr-only">{useSignWords().enterNumber}</h2>
    <ZoneEntry look="paper" />
  </section>
)
