// What other features use of saved places.
export { SaveButton } from './SaveButton.tsx'
export { SavedIcon } from './SavedIcon.tsx'
export { savedName, useSaved } from './saved-places.ts'
export { useSavedWords } from './words.ts'
