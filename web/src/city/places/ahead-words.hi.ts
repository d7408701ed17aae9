// The words of a place's week ahead, Hindi.
import type { AheadWords } from './ahead-words.en.ts'

export const hi: AheadWords = {
  title: 'इस हफ़्ते',
  today: 'आज',
  until: time => `${time} तक`,
  restOfDay: 'आज बाकी दिन',
  later: 'उसके बाद',
  otherRules: 'उस दिन रेट अलग हो सकता है।',
  failed: 'इस हफ़्ते के नियम लोड नहीं हुए।',
}
