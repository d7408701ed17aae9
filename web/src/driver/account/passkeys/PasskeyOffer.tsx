// Offers a passkey after parking, once: gone for good on every device once it is declined or a passkey is there.
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { usePasskeys } from './passkey-list.ts'
import { useCanUsePasskeys } from './usable.ts'

const OfferSheet = lazySheet(() => import('./OfferSheet.tsx'))

export function PasskeyOffer() {
  const canAdd = useCanUsePasskeys()
  const { data } = usePasskeys(canAdd)
  // the account's screen reads the list also where none can be added
  return <OfferSheet open={canAdd && data?.Offer === true} />
}
