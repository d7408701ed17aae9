// What support answers, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  feedbackThanks: 'बताने के लिए धन्यवाद।',
  callCancelled: 'हम आपको फ़ोन नहीं करेंगे।',
  emailCopy: ({ reference, message, names }) =>
    `आपका ई-मेल मिल गया। हम इसी पते पर जवाब देंगे। आपका संदर्भ नंबर ${reference} है। आपने यह लिखा:\n\n${message}\n${
      names.length > 0 ? `\nफ़ाइलें: ${names.join(', ')}\n` : ''
    }\nParkIt`,
  fileDiscarded: 'फ़ाइल हटा दी गई।',
  somebodyIsThere:
    'धन्यवाद, आपका सवाल मिल गया। कुछ मिनटों में यहाँ जवाब आएगा। हम सोमवार से शनिवार, शिकागो समय में सुबह 8:00 से रात 8:00 बजे तक यहाँ हैं।',
  nobodyIsThere: day =>
    `धन्यवाद, आपका सवाल मिल गया। हम ${day} को सुबह 8:00 बजे फिर यहाँ होंगे और तब जवाब देंगे। हमारा समय: सोमवार से शनिवार, शिकागो समय में सुबह 8:00 से रात 8:00 बजे तक।`,
}
