// Messages about disputed payments, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  opened: ({ amount, taken }) => ({
    subject: `${amount} के भुगतान पर विवाद है`,
    body: `आपके कार्ड के बैंक ने ParkIt का ${amount} का भुगतान वापस ले लिया है। इसमें से ${taken} आपके वॉलेट से निकले, और ऑटो टॉप-अप रुका है। अगर आपने बैंक से यह नहीं कहा, तो उसे बताएँ और हमें लिखें।`,
  }),
  won: ({ amount, taken }) => ({
    subject: `${amount} का विवाद सुलझ गया`,
    body: `ParkIt के ${amount} के भुगतान का विवाद सुलझ गया। ${taken} आपके वॉलेट में वापस हैं।`,
  }),
}
