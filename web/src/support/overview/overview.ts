// What the ways to reach support share.
export { ServiceLine, WayScreen } from './WayScreen.tsx'
export { useSupportWords } from './words.ts'
