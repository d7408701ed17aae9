// The headings and words of the past sessions' CSV, in Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  headings: [
    'सेशन आईडी',
    'स्टेटस',
    'ज़ोन',
    'जगह',
    'पता',
    'शुरू',
    'खत्म',
    'टाइम ज़ोन',
    'मिनट',
    'पार्किंग',
    'सर्विस फ़ीस',
    'रिफ़ंड',
    'कितना पेमेंट हुआ',
    'किससे पेमेंट किया',
    'पेमेंट स्टेटस',
    'गाड़ी की कंपनी',
    'मॉडल',
    'नंबर प्लेट',
    'राज्य',
    'बदलाव',
  ],
  wallet: 'वॉलेट',
  statuses: { pending: 'पेंडिंग', running: 'चालू', ended: 'खत्म', failed: 'फ़ेल' },
  payments: { Paid: 'पेड', Pending: 'पेंडिंग', Failed: 'फ़ेल', Refunded: 'रिफ़ंड हुआ' },
  moved: (from, to, at) => `ज़ोन ${from} से ${to}, ${at}`,
  plateChanged: (from, to, at) => `नंबर प्लेट ${from} से ${to}, ${at}`,
}
