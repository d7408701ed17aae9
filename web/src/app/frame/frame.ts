// What the app uses of the frame round its screens.
export { ErrorBoundary } from './ErrorView.tsx'
export type { FrameKind } from './Frame.tsx'
export { ParkItFrame } from './ParkItFrame.tsx'
export { en } from './words.en.ts'
