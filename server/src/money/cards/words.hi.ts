// Messages about sessions whose bank withdrew the authorization, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  madeGood: ({ amount, place, card }) => ({
    subject: `हमने पार्किंग के पैसे ${card} से लिए`,
    body: `${place}, बैंक ने पेमेंट वापस लिया, इसलिए हमने ${card} से ${amount} लिए। पैसे एक ही बार कटेंगे।`,
  }),
  tryAgain: ({ amount, place, day }) => ({
    subject: `${place}, पार्किंग का पेमेंट अभी बाकी है`,
    body: `${place}, बैंक ने ${amount} वापस लिए और कोई कार्ड नहीं चला। कार्ड जोड़ें। हम ${day} को फिर लेंगे।`,
  }),
  unpaid: ({ amount, place }) => ({
    subject: `${place}, पार्किंग का पेमेंट नहीं हुआ`,
    body: `${place}, हम पार्किंग के ${amount} नहीं ले पाए और फिर कोशिश नहीं करेंगे। ParkIt सपोर्ट से बात करें।`,
  }),
}
