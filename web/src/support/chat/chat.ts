// What other features use of the support chat.
export { chatEvents } from './chat-events.ts'
export { countUnsentMessages, useUnread } from './unread.ts'
