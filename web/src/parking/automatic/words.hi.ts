// What a running session says of extending itself, Hindi.
import type { AutoExtendStop } from '@parkit/contract/parking/automatic'
import type { en } from './words.en.ts'

const stops: Record<AutoExtendStop, string> = {
  over_max_stay: 'यहाँ की लिमिट पूरी हो गई। पार्किंग',
  zone_closed: 'तब यह जगह बंद हो जाती है। पार्किंग',
  closure: 'तब शहर इस ज़ोन को बंद करेगा। पार्किंग',
  max_payment: 'आपकी पेमेंट लिमिट पूरी हो गई। पार्किंग',
  insufficient_funds: 'समय बढ़ाने के लिए वॉलेट में पैसे कम हैं। पार्किंग',
  card_declined: 'आपका कार्ड डिक्लाइन हुआ, इसलिए समय नहीं बढ़ेगा। पार्किंग',
}

export const hi: typeof en = {
  name: 'अपने-आप बढ़ाना',
  upTo: (minutes, amount) => `एक बार में ${minutes} मिनट, ${amount} तक`,
  noLimit: minutes => `एक बार में ${minutes} मिनट`,
  next: (time, minutes, price) => `अगला ${time} पर: ${minutes} मिनट, ${price}`,
  ends: time => `आपकी पार्किंग ${time} पर खत्म होगी`,
  stops: (stop, time) => `${stops[stop]} ${time} पर खत्म होगी।`,
  waiting: 'आपकी सेटिंग लोड हो रही है…',
  failed: 'अपने-आप बढ़ाने की सेटिंग लोड नहीं हुई।',
  notSaved: 'सर्वर जवाब नहीं दे रहा',
  extended: time => `समय अपने-आप ${time} तक बढ़ गया।`,
}
