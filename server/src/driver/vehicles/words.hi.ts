// What the calls of vehicles answer, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  deleted: 'गाड़ी हटा दी गई',
  isDefault: 'डिफ़ॉल्ट गाड़ी चुन ली गई',
}
