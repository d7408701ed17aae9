// The offer of a passkey: what it does, one button to add it, and "Not now", which ends the offer.
import './passkeys.css'
import { declinePasskeyOffer } from '@parkit/contract/driver/passkeys'
import { useMutation } from '@tanstack/react-query'
import { KeyRound, ShieldCheck, Smartphone, Zap } from 'lucide-react'
import { send } from '#platform/client.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { usePasskeys, useSetPasskeys } from './passkey-list.ts'
import { useAddPasskey } from './passkey-queries.ts'
import { usePasskeyWords } from './words.ts'

/** As its owner calls it, where the browser says what it runs on. */
const deviceName = (words: ReturnType<typeof usePasskeyWords>): string =>
  /iPhone|iPad/.exec(navigator.userAgent)?.[0] ?? (/Android/.test(navigator.userAgent) ? words.phone : words.device)

export default function OfferSheet({ open }: { open: boolean }) {
  const words = usePasskeyWords()
  const { data } = usePasskeys(open)
  const setPasskeys = useSetPasskeys()
  const { add, sheet } = useAddPasskey()
  const decline = useMutation({
    mutationFn: () => send(declinePasskeyOffer, {}),
    onMutate: () => data && setPasskeys({ ...data, Offer: false }),
  })
  const device = deviceName(words)
  return (
    <>
      <Sheet
        open={open}
        onClose={() => decline.mutate()}
        title={words.offer}
        className="passkey-offer"
        head={
          <span className="passkey-offer__key" aria-hidden="true">
            <KeyRound size={44} />
          </span>
        }
        dock={
          <div className="passkey-offer__ways">
            <Button
              variant="primary"
              block
              loading={add.isPending}
              loadingLabel={words.adding}
              onClick={() => add.mutate()}
            >
              {words.add}
            </Button>
            <Button variant="quiet" size="md" block onClick={() => decline.mutate()}>
              {words.notNow}
            </Button>
          </div>
        }
      >
        {/* the sheet is named by it already */}
        <p className="t-h2 center" aria-hidden="true">
          {words.offer}
        </p>
        <p className="t-2 center passkey-offer__text">{words.offerText(device)}</p>
        <ul className="passkey-offer__points">
          <li>
            <Zap size={20} />
            {words.offerQuick}
          </li>
          <li>
            <ShieldCheck size={20} />
            {words.offerSafe(window.location.hostname)}
          </li>
          <li>
            <Smartphone size={20} />
            {words.offerPrivate(device)}
          </li>
        </ul>
      </Sheet>
      {sheet}
    </>
  )
}
