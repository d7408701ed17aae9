// What other features use of call-backs.
export { cityNow, plainMs } from './city-time.ts'
