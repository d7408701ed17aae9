// What other features use of notices.
export { NoticesRow } from './NoticesRow.tsx'
export { PushOffer } from './PushOffer.tsx'
