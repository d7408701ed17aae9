// A button that opens a screen as a guest, or ends guest mode; before the app runs, the browser submits it as a form.
import { guestParam } from '#platform/session.ts'
import { Button, type Look } from './Button.tsx'

type Props = Look & {
  to: string
  guest: boolean
  /** Navigates inside the app. */
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
