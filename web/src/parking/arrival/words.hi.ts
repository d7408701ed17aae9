// The words of the question on arrival, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  title: name => `${name} पर पार्क कर रहे हैं?`,
  text: zone => `लगता है आप ज़ोन ${zone} पर हैं। साइन देखें और समय शुरू करें।`,
  start: 'पार्किंग शुरू करें',
  notNow: 'अभी नहीं',
}
