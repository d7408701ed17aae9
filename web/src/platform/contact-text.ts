// An e-mail or a phone number as people read it.
import { phoneText } from '@parkit/contract/platform/phone-text'

export { phoneText }

export const isEmail = (destination: string): boolean => destination.includes('@')

export const contactText = (destination: string): string =>
  isEmail(destination) ? destination : phoneText(destination)

/** `0:24`, from whole seconds. */
export const countdownText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
