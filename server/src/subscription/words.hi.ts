// What drivers are told of their plan, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  begun: ({ price, until }) => ({
    subject: 'Deluxe चालू है',
    body: `आपके पास Deluxe है। आपके कार्ड से ${price} लिए गए। पार्किंग पर आपको सेवा शुल्क नहीं देना होगा। यह ${until} को फिर शुरू होगा; आप इसे ParkIt में कभी भी रद्द कर सकते हैं।`,
  }),
  renewed: ({ price, until }) => ({
    subject: 'Deluxe आगे बढ़ा',
    body: `आपका Deluxe प्लान आगे बढ़ा। आपके कार्ड से ${price} लिए गए। अगली बार यह ${until} को बढ़ेगा; आप इसे ParkIt में कभी भी रद्द कर सकते हैं।`,
  }),
  failed: ({ price, until }) => ({
    subject: 'Deluxe आगे नहीं बढ़ सका',
    body: `Deluxe के ${price} आपके कार्ड से नहीं लिए जा सके। Deluxe ${until} तक आपके पास रहेगा। इसे जारी रखने के लिए ParkIt में Subscription खोलें और दूसरा कार्ड चुनें। आपके अकाउंट में और कुछ नहीं बदलता।`,
  }),
  ended: ({ until }) => ({
    subject: 'Deluxe ख़त्म हुआ',
    body: `आपका Deluxe प्लान ख़त्म हो गया; इसका भुगतान ${until} तक था। इसके लिए अब कुछ नहीं लिया जाएगा। पार्किंग पर सेवा शुल्क फिर लगेगा।`,
  }),
}
