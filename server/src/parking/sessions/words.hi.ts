// The headings and words of the past sessions' CSV, in Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  headings: [
    'सेशन आईडी',
    'स्थिति',
    'ज़ोन',
    'जगह',
    'पता',
    'शुरू',
    'ख़त्म',
    'समय क्षेत्र',
    'मिनट',
    'पार्किंग',
    'सेवा शुल्क',
    'लौटाई गई राशि',
    'भुगतान की गई राशि',
    'भुगतान का ज़रिया',
    'भुगतान की स्थिति',
    'गाड़ी की कंपनी',
    'मॉडल',
    'नंबर प्लेट',
    'राज्य',
  ],
  wallet: 'वॉलेट',
  statuses: { pending: 'बाकी है', running: 'चल रहा है', ended: 'ख़त्म', failed: 'असफल' },
  payments: { Paid: 'भुगतान हो गया', Pending: 'बाकी है', Failed: 'असफल', Refunded: 'लौटाया गया' },
}
