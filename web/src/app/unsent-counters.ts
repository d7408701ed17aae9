// What each area counts as unsent on this device; loaded when Logout asks.
export { countOpenAttempts as presses } from '#parking/attempts/attempts.ts'
export { countUnsentMessages as messages } from '#support/chat/chat.ts'
