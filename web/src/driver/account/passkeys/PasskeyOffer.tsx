// Offers a passkey after parking: one line, gone for good on every device once it is declined or a passkey is there.
import './passkeys.css'
import { declinePasskeyOffer } from '@parkit/contract/driver/passkeys'
import { useMutation } from '@tanstack/react-query'
import { Fingerprint, X } from 'lucide-react'
import { send } from '#platform/client.ts'
import { IconButton } from '#ui/Button.tsx'
import { canUsePasskeys } from './browser.ts'
import { usePasskeys, useSetPasskeys } from './passkey-list.ts'
import { useAddPasskey } from './passkey-queries.ts'
import { usePasskeyWords } from './words.ts'

export function PasskeyOffer() {
  const words = usePasskeyWords()
  const { data } = usePasskeys(canUsePasskeys())
  const setPasskeys = useSetPasskeys()
  const { add, sheet } = useAddPasskey()
  const decline = useMutation({
    mutationFn: () => send(declinePasskeyOffer, {}),
    onMutate: () => data && setPasskeys({ ...data, Offer: false }),
  })
  if (!data?.Offer) return null
  return (
    <div className="passkey-offer">
      <button
        type="button"
        className="link link--tap passkey-offer__add"
        onClick={() => !add.isPending && add.mutate()}
      >
        <Fingerprint size={22} />
        {add.isPending ? words.adding : words.offer}
      </button>
      <IconButton label={words.notNow} icon={<X size={20} />} onClick={() => decline.mutate()} />
      {sheet}
    </div>
  )
}
