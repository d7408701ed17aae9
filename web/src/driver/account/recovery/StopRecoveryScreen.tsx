// Where the link in the messages about a recovery leads: a press stops it, signed in or not.
import '../account.css'
import { stopRecoveryByLink } from '@parkit/contract/driver/recovery'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '#platform/address.tsx'
import { CallError, send } from '#platform/client.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { SignInFrame } from '../SignInFrame.tsx'
import { useRecoveryWords } from './words.ts'

export default function StopRecoveryScreen() {
  const words = useRecoveryWords()
  const [RecoveryId = '', Secret = ''] = useLocation().hash.slice(1).split('.')
  const stop = useMutation({ mutationFn: () => send(stopRecoveryByLink, { body: { RecoveryId, Secret } }) })
  const isGone = stop.error instanceof CallError && stop.error.code === 'not_found'
  const isComplete = RecoveryId !== '' && Secret !== ''
  return (
    <SignInFrame title={words.stopTitle} text={words.stopText} back="/parkit">
      <div className="form-grid enter__alone">
        {!isComplete && (
          <Banner tone="stop" live={false}>
            {words.broken}
          </Banner>
        )}
        {stop.isSuccess && (
          <Banner tone="go">
            {words.stopped} {words.stoppedAdvice}
          </Banner>
        )}
        {stop.isError && <Banner tone="stop">{isGone ? words.gone : failureText(stop.error)}</Banner>}
        {isComplete && !stop.isSuccess && (
          <Button
            variant="danger"
            block
            loading={stop.isPending}
            loadingLabel={words.stopping}
            onClick={() => stop.mutate()}
          >
            {words.stop}
          </Button>
        )}
        <Button block to="/login">
          {words.signIn}
        </Button>
      </div>
    </SignInFrame>
  )
}
