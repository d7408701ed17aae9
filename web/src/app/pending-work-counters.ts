// How each kind of pending work is counted; loaded when Logout asks.
export { countOpenAttempts as presses } from '#parking/attempts/attempts.ts'
export { countUnsentMessages as messages } from '#support/chat/chat.ts'
