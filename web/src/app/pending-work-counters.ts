// How each kind of pending work is counted; loaded when Logout or the profile asks.
export { countAttempts as requests, countOpenAttempts as presses } from '#parking/attempts/attempts.ts'
export { countUnsentMessages as messages } from '#support/chat/chat.ts'
