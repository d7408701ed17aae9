// What other features use of saved cards.
export { answerBank, isFinal } from './provider.ts'
export { SavedCards } from './SavedCards.tsx'

/** For `lazySheet`. */
export const loadCardSheet = () => import('./CardSheet.tsx')
