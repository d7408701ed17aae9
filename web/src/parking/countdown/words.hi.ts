// What keeps the time left in sight outside the app says, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  title: 'रिमाइंडर और शेयरिंग',
  parkedUntil: time => `${time} तक पार्क है`,
  leftAsOf: (name, time, left, plate) => `${name}, ${time} पर ${left} बाकी। नंबर प्लेट ${plate} है।`,
  calendar: 'कैलेंडर में जोड़ें',
  calendarText: (first, last) => `टाइम खत्म होने से ${first} और ${last} मिनट पहले अलार्म के साथ`,
  calendarUpdate: 'कैलेंडर अपडेट करें',
  calendarOld: 'आपके कैलेंडर में पहले वाला टाइम है',
  calendarAdded: 'आपके कैलेंडर में है',
  ends: name => `पार्किंग खत्म: ${name}`,
  entry: (time, plate) => `आपकी पार्किंग ${time} पर खत्म होगी। नंबर प्लेट ${plate} है। ParkIt में समय बढ़ाएँ:`,
  share: 'कब तक पार्क है, शेयर करें',
  making: 'लिंक बन रहा है…',
  shareText: 'लिंक जगह और आपका बचा टाइम दिखाता है। पार्किंग खत्म होते ही लिंक बंद हो जाता है।',
  sharing: 'जिसके पास लिंक है, वह पार्किंग खत्म होने तक यह जगह और आपका बचा टाइम देख सकता है।',
  shareFailed: 'आपका लिंक लोड नहीं हुआ।',
  shareLink: 'लिंक शेयर करें',
  copyLink: 'लिंक कॉपी करें',
  link: 'लिंक',
  copied: 'लिंक कॉपी हुआ',
  copyFailed: 'यह ब्राउज़र शेयर या कॉपी नहीं कर सकता। लिंक सिलेक्ट करें।',
  stop: 'शेयर करना बंद करें',
  stopping: 'बंद हो रहा है…',
  stopped: 'लिंक बंद हो गया।',
  message: (name, time) => `मैं ${name} पर ${time} तक पार्क हूँ।`,
}
