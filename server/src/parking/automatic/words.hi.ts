// Messages about automatic parking, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  extended: ({ name, plate, until, amount }) => ({
    subject: `${until} तक बढ़ाई`,
    body: `${name}, हमने ${amount} में ${until} तक बढ़ाई। नंबर प्लेट ${plate} है। चाहें तो ऐप में इसे बंद करें।`,
  }),
  stays: ({ name, plate, until, why }) => ({
    subject: `नहीं बढ़ी: ${until} पर खत्म होगी`,
    body: `${name}, समय नहीं बढ़ा। ${until} पर खत्म होगी। ${why} नंबर प्लेट ${plate} है।`,
  }),
  started: ({ name, plate, until, amount }) => ({
    subject: `${name}, पार्किंग शुरू हुई`,
    body: `${name}, नंबर प्लेट ${plate} पढ़ी। आपने ${until} तक के ${amount} दिए। निकलने तक लिमिट में समय बढ़ेगा।`,
  }),
  notStarted: ({ name, plate, why }) => ({
    subject: `${name}, पार्किंग शुरू नहीं हुई`,
    body: `${name}, पार्किंग शुरू नहीं हुई। नंबर प्लेट ${plate} है। ${why} ऐप में शुरू करें।`,
  }),
  stopped: ({ name, plate, back }) => ({
    subject: `${name}, पार्किंग खत्म हुई`,
    body: `${name}, नंबर प्लेट ${plate} निकल गई, इसलिए हमने पार्किंग खत्म की।${back ? ` ${back} वॉलेट में रिफ़ंड किए।` : ''}`,
  }),
  sharedSubject: plate => `नंबर प्लेट ${plate} एक और अकाउंट में भी है`,
  shared: {
    charged: plate =>
      `नंबर प्लेट ${plate} एक और अकाउंट में भी है। पिछला पेमेंट आपका था, इसलिए पैसे आपसे लिए। सिर्फ़ आपकी है? सपोर्ट से बात करें।`,
    otherCharged: plate =>
      `नंबर प्लेट ${plate} एक और अकाउंट में भी है। पिछला पेमेंट उसका था, आपके पैसे नहीं कटे। सिर्फ़ आपकी है? सपोर्ट से बात करें।`,
    nobodyCharged: plate =>
      `नंबर प्लेट ${plate} की पार्किंग शुरू नहीं हुई। यह दो अकाउंट में है और किसी ने इसका पेमेंट नहीं किया। ऐप में शुरू करें।`,
  },
  because: {
    over_max_stay: 'लिमिट पूरी हुई, गाड़ी हटा लें।',
    zone_closed: 'तब यह जगह बंद रहती है।',
    closure: 'तब शहर यह ज़ोन बंद करेगा।',
    max_payment: 'यह आपकी पेमेंट लिमिट से ज़्यादा होता।',
    insufficient_funds: 'आपके वॉलेट में पैसे कम हैं।',
    card_declined: 'आपका कार्ड डिक्लाइन हुआ।',
  },
}
