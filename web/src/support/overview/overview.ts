// What the ways to reach support share.
export { ServiceLine } from './ServiceLine.tsx'
export { WayScreen } from './WayScreen.tsx'
export { useSupportWords } from './words.ts'
