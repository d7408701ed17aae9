// What the features of support share.
export { cityNow, plainMs } from './city-time.ts'
export { useSupportCity } from './support-city.ts'
export { unreadKey, useUnread } from './unread.ts'
export { ServiceLine, WayScreen } from './WayScreen.tsx'
export { useSupportWords } from './words.ts'
