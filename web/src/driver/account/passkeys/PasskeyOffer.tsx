// Offers a passkey after parking, once: gone for good on every device once it is declined or a passkey is there.

import { lazySheet } from '#ui/lazy-sheet.tsx'
import { canUsePasskeys } from './browser.ts'
import { usePasskeys } from './passkey-list.ts'

const OfferSheet = lazySheet(() => import('./OfferSheet.tsx'))

export const PasskeyOffer = () => <OfferSheet open={usePasskeys(canUsePasskeys()).data?.Offer ?? false} />
