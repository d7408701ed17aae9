// Says that the e-mail is not confirmed yet, and mails its link again.
import { sendEmailLink, type User } from '@parkit/contract/driver/account'
import { useMutation } from '@tanstack/react-query'
import { Link } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { toast } from '#ui/toast.ts'
import { confirmedEmail } from './confirmed-email.ts'
import { useEmailWords } from './words.ts'

/** Nothing where it is confirmed, or there is none. */
export function UnconfirmedEmail({ user }: { user: User }) {
  const { EmailAddress } = user
  const words = useEmailWords()
  const resend = useMutation({
    mutationFn: () => send(sendEmailLink, {}),
    onSuccess: () => toast.success(words.sent(EmailAddress)),
    onError: error => toast.error(failureText(error)),
  })
  if (!EmailAddress || confirmedEmail(user)) return null
  const link = resend.data?.SandboxLink
  return (
    <Banner
      tone="warn"
      live={false}
      action={
        <Button size="sm" loading={resend.isPending} loadingLabel={words.sending} onClick={() => resend.mutate()}>
          {words.resend}
        </Button>
      }
    >
      {words.unconfirmed(EmailAddress)}
      {link && (
        <>
          {' '}
          {words.sandbox}{' '}
          <Link className="link" to={link.slice(link.indexOf('/confirmemail'))}>
            {words.open}
          </Link>
        </>
      )}
    </Banner>
  )
}
