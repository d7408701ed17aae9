// What support answers, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  feedbackThanks: 'बताने के लिए धन्यवाद।',
  callCancelled: 'हम आपको फ़ोन नहीं करेंगे।',
}
