// Asks for a proof that it is still the driver: the password, a code, or a passkey.
import { type ProofForm as Proof, prove } from '@parkit/contract/driver/account'
import { proofOptions, proveByPasskey } from '@parkit/contract/driver/passkeys'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { send } from '#platform/client.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Sheet } from '#ui/Sheet.tsx'
import { assertPasskey, canUsePasskeys } from '../passkeys/browser.ts'
import { usePasskeys } from '../passkeys/passkey-list.ts'
import { useUser } from '../profile-query.ts'
import { isProofError, ProofForm } from './ProofForm.tsx'
import { useProofWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; onProven: () => void }

export default function ProofSheet({ open, onClose, onProven }: Props) {
  const words = useProofWords()
  const { user } = useUser()
  const form = useId()
  const hasPasskeys = Boolean(usePasskeys(open && canUsePasskeys()).data?.Items.length)
  const typed = useMutation({ mutationFn: (body: Proof) => send(prove, { body }), onSuccess: onProven })
  const byPasskey = useMutation({
    mutationFn: async () => {
      const Credential = await assertPasskey((await send(proofOptions, {})).Options)
      return Credential && send(proveByPasskey, { body: { Credential } })
    },
    onSuccess: answer => {
      if (answer) onProven()
    },
  })
  const failure = byPasskey.error ?? (isProofError(typed.error) ? null : typed.error)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.title}
      wide="dialog"
      dock={
        <Button
          variant="primary"
          block
          type="submit"
          form={form}
          loading={typed.isPending}
          loadingLabel={words.confirming}
        >
          {words.confirm}
        </Button>
      }
    >
      <div className="form-grid">
        <p>{words.text}</p>
        {user && <ProofForm id={form} user={user} action={typed} />}
        {hasPasskeys && (
          <Button block loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            {words.withPasskey}
          </Button>
        )}
        {failure && <Banner tone="stop">{failureText(failure)}</Banner>}
      </div>
    </Sheet>
  )
}
