// What support answers, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  feedbackThanks: 'आपकी राय के लिए धन्यवाद।',
  callCancelled: 'आपका कॉल बैक कैंसिल हो गया।',
  emailCopy: ({ reference, message, names }) =>
    `आपका ईमेल मिल गया। हम इसी पते पर जवाब देंगे। आपका रेफ़रेंस नंबर ${reference} है। आपने यह लिखा:\n\n${message}\n${
      names.length > 0 ? `\nफ़ाइलें: ${names.join(', ')}\n` : ''
    }\nParkIt`,
  fileDiscarded: 'फ़ाइल हट गई।',
  somebodyIsThere:
    'धन्यवाद, आपका मैसेज मिल गया। कुछ मिनट में जवाब आएगा। हम सोमवार से शनिवार, शिकागो के टाइम से 8:00 AM से 8:00 PM तक यहाँ हैं।',
  nobodyIsThere: day => `धन्यवाद, आपका मैसेज मिल गया। हम ${day} को शिकागो के टाइम से 8:00 AM पर लौटकर जवाब देंगे।`,
}
