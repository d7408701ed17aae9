// A button that leads on and changes whether a guest is here; before the app runs, the browser itself takes the way.
import { guestParam } from '#platform/session.ts'
import { Button, type Look } from './Button.tsx'

type Props = Look & {
  to: string
  guest: boolean
  /** Takes the way inside the app. */
  onGo: () => void
}

export const GuestButton = ({ to, guest, onGo, ...look }: Props) => (
  <form
    action={to}
    onSubmit={event => {
      event.preventDefault()
      onGo()
    }}
  >
    <Button type="submit" name={guestParam} value={guest ? '1' : '0'} {...look} />
  </form>
)
