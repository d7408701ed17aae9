// Messages about sessions whose bank withdrew the authorization, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  madeGood: ({ amount, place, card }) => ({
    subject: `${place} की पार्किंग का शुल्क ${card} से लिया गया`,
    body: `आपके कार्ड के बैंक ने ${place} की पार्किंग के लिए दी गई मंज़ूरी वापस ले ली। इसलिए ${amount} हमने ${card} से लिए हैं। आपको यह राशि एक ही बार देनी है।`,
  }),
  tryAgain: ({ amount, place, day }) => ({
    subject: `${place} की पार्किंग का भुगतान अभी नहीं हुआ`,
    body: `आपके कार्ड के बैंक ने ${place} की पार्किंग के लिए दी गई मंज़ूरी वापस ले ली, और आपके किसी कार्ड से ${amount} नहीं लिए जा सके। अपने ParkIt वॉलेट में कोई चालू कार्ड जोड़ें: हम ${day} को फिर कोशिश करेंगे।`,
  }),
  unpaid: ({ amount, place }) => ({
    subject: `${place} की पार्किंग का भुगतान नहीं हुआ`,
    body: `${place} की पार्किंग के ${amount} आपके किसी कार्ड से नहीं लिए जा सके। हम फिर कोशिश नहीं करेंगे। कृपया ParkIt की सहायता टीम को लिखें।`,
  }),
}
