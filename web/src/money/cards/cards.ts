// What other features use of saved cards.
export { authenticate, useBankAuthentication } from './bank-authentication.ts'
export { SavedCards } from './SavedCards.tsx'

/** For `lazySheet`. */
export const loadExpressButtons = () => import('./ExpressButtons.tsx')
/** For `lazySheet`. */
export const loadCardSheet = () => import('./CardSheet.tsx')
