// What other features use of past sessions.
export { TimeLine } from './TimeLine.tsx'
