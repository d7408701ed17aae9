// What other features use of the presses made while offline.
export { AttemptNote } from './AttemptNote.tsx'
export { isOpen } from './attempt.ts'
export { enqueueOffline, useAttempts } from './attempt-queue.ts'
export { countAttempts } from './count-attempts.ts'
export { AttemptResults, countOpenAttempts, OpenAttempts, useHasAttempts } from './lazy-attempts.ts'
export { type Press, pressFor, useOfflineAction } from './useOfflineAction.ts'
export { useOfflineWords } from './words.ts'
