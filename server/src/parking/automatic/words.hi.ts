// Messages about automatic parking, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  extended: ({ name, plate, until, amount }) => ({
    subject: `पार्किंग ${until} तक बढ़ाई गई`,
    body: `ParkIt ने ${name} पर आपकी पार्किंग ${until} तक बढ़ाई। नंबर प्लेट ${plate}, ${amount}। इसे रोकने के लिए पार्किंग की स्क्रीन पर अपने-आप बढ़ाना बंद करें।`,
  }),
  stays: ({ name, plate, until, why }) => ({
    subject: `पार्किंग नहीं बढ़ी: ${until} पर ख़त्म होगी`,
    body: `${name} पर आपकी पार्किंग ${until} पर ख़त्म होगी और बढ़ाई नहीं गई: ${why} नंबर प्लेट ${plate}।`,
  }),
  started: ({ name, plate, until, amount }) => ({
    subject: `${name} पर पार्किंग शुरू हुई`,
    body: `${name} के गेट ने नंबर प्लेट ${plate} देखी और ParkIt ने आपकी पार्किंग शुरू की: ${amount}, ${until} तक का भुगतान हुआ। यह आपकी सीमाओं के अंदर, आपके निकलने तक चलेगी।`,
  }),
  notStarted: ({ name, plate, why }) => ({
    subject: `${name} पर पार्किंग शुरू नहीं हुई`,
    body: `${name} के गेट ने नंबर प्लेट ${plate} देखी, पर ParkIt ने पार्किंग शुरू नहीं की: ${why} ऐप में ख़ुद शुरू करें।`,
  }),
  stopped: ({ name, plate, back }) => ({
    subject: `${name} पर पार्किंग रुकी`,
    body: `${name} के गेट ने नंबर प्लेट ${plate} को निकलते देखा और ParkIt ने आपकी पार्किंग रोक दी।${back ? ` बचे समय के ${back} आपके वॉलेट में लौटे।` : ''}`,
  }),
  because: {
    over_max_stay: 'यहाँ इससे ज़्यादा देर नहीं रुक सकते। तब तक अपनी गाड़ी हटा लें।',
    zone_closed: 'यह जगह बंद हो रही है। तब तक अपनी गाड़ी हटा लें।',
    max_payment: 'यह आपकी अधिकतम भुगतान राशि से ज़्यादा होता।',
    insufficient_funds: 'आपके वॉलेट में पैसे कम हैं। पैसे जोड़ें और समय बढ़ाएँ।',
    card_declined: 'आपका कार्ड अस्वीकार हुआ।',
  },
}
