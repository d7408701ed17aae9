// What a running session says of extending itself, Hindi.
import type { AutoExtendStop } from '@parkit/contract/parking/automatic'
import type { en } from './words.en.ts'

const stops: Record<AutoExtendStop, string> = {
  over_max_stay: 'यहाँ इससे ज़्यादा देर नहीं रुक सकते।',
  zone_closed: 'तब यह जगह बंद हो जाती है।',
  max_payment: 'आपकी अधिकतम भुगतान राशि पूरी हुई।',
  insufficient_funds: 'और समय के लिए वॉलेट में पैसे कम हैं।',
  card_declined: 'और समय के लिए कार्ड अस्वीकार हुआ।',
}

export const hi: typeof en = {
  name: 'अपने-आप बढ़ाना',
  on: 'अपने-आप बढ़ाना चालू है',
  off: 'अपने-आप बढ़ाना बंद है',
  upTo: (minutes, amount) => `एक बार में ${minutes} मिनट, ${amount} तक`,
  noLimit: minutes => `एक बार में ${minutes} मिनट`,
  next: (time, minutes, price) => `अगला ${time} पर: ${minutes} मिनट, ${price}`,
  ends: time => `आपका समय ${time} पर ख़त्म होगा`,
  stops: (stop, time) => `${stops[stop]} ${time} पर ख़त्म।`,
  waiting: 'आपकी सेटिंग पूछ रहे हैं',
  failed: 'अपने-आप बढ़ाने की सेटिंग लोड नहीं हुई।',
  notSaved: 'सर्वर जवाब नहीं दे रहा',
  extended: time => `अपने-आप ${time} तक बढ़ाया गया।`,
}
