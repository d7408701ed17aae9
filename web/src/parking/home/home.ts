// What other features use of Home.
export { dayPartAt, greetingText, todayText } from './greeting.ts'
