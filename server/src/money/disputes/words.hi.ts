// Messages about disputed payments, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  opened: ({ amount, taken }) => ({
    subject: `${amount} के पेमेंट पर विवाद`,
    body: `बैंक ने ${amount} का पेमेंट वापस लिया। हमने वॉलेट से ${taken} लिए और ऑटो-रीलोड रोका। आपने नहीं कहा? बैंक और हमें बताएँ।`,
  }),
  won: ({ amount, taken }) => ({
    subject: `${amount} का विवाद सुलझ गया`,
    body: `${amount} के पेमेंट का विवाद सुलझ गया। ${taken} आपके वॉलेट में वापस आ गए।`,
  }),
}
