// Where the link in a trusted person's messages leads: they agree to the reminders, decline, or stop them, without an account.
import '../account.css'
import { answerTrusted, trustedInvitation } from '@parkit/contract/driver/trusted'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '#platform/address.tsx'
import { CallError, send } from '#platform/client.ts'
import { contactText } from '#platform/contact-text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { SignInFrame } from '../SignInFrame.tsx'
import { useTrustedWords } from './words.ts'

export default function TrustedScreen() {
  const words = useTrustedWords()
  const Code = useLocation().hash.slice(1)
  const query = useQuery({
    queryKey: ['trusted.invitation', Code],
    queryFn: ({ signal }) => send(trustedInvitation, { body: { Code } }, signal),
    enabled: Code !== '',
    // what is over stays over
    retry: (count, error) => count < 2 && !(error instanceof CallError),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const answer = useMutation({ mutationFn: (Agree: boolean) => send(answerTrusted, { body: { Code, Agree } }) })
  const { data } = query
  const wasAgreed = data?.Agreed ?? false
  const whose = data && ([contactText(data.From), contactText(data.Contact)] as const)
  const ended = wasAgreed ? words.stopped : words.declined
  const button = (agree: boolean, label: string, pendingLabel: string) => (
    <Button
      variant={agree ? 'primary' : 'danger'}
      block
      loading={answer.isPending && answer.variables === agree}
      loadingLabel={pendingLabel}
      onClick={() => !answer.isPending && answer.mutate(agree)}
    >
      {label}
    </Button>
  )
  return (
    <SignInFrame
      title={wasAgreed ? words.onTitle : words.invitedTitle}
      text={whose && (wasAgreed ? words.onText : words.invitedText)(...whose)}
      back="/parkit"
    >
      <div className="form-grid enter__alone">
        {Code === '' && (
          <Banner tone="stop" live={false}>
            {words.broken}
          </Banner>
        )}
        {query.isLoading && <Skeleton height={56} radius={12} />}
        {query.isError && <Banner tone="stop">{failureText(query.error)}</Banner>}
        {answer.isSuccess && <Banner tone="go">{answer.data.Agreed ? words.agreed : ended}</Banner>}
        {answer.isError && <Banner tone="stop">{failureText(answer.error)}</Banner>}
        {data && !answer.isSuccess && (
          <>
            {!wasAgreed && button(true, words.agree, words.agreeing)}
            {button(false, wasAgreed ? words.stop : words.decline, words.agreeing)}
          </>
        )}
        {(answer.isSuccess || !data) && (
          <Button block to="/parkit">
            {words.home}
          </Button>
        )}
      </div>
    </SignInFrame>
  )
}
