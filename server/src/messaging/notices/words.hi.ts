// What notices say, in Hindi.
import type { Words } from './words.en.ts'

/** `1 घंटा 15 मिनट` */
const durationOf = (minutes: number) => {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${hours} ${hours === 1 ? 'घंटा' : 'घंटे'}`, (rest > 0 || hours === 0) && `${rest} मिनट`]
    .filter(Boolean)
    .join(' ')
}

export const hi: Words = {
  ends: ({ name, plate, until, minutes }) => ({
    title: `${name}, ${minutes} मिनट बाकी`,
    body: `${name}, पार्किंग ${minutes} मिनट में (${until}) खत्म होगी। नंबर प्लेट ${plate} है।`,
  }),
  trustedEnds: ({ name, until, minutes, driver, link }) => ({
    title: `${name}, ${minutes} मिनट बाकी`,
    body: `${driver}: ${name}, ${until} तक, ${minutes} मिनट बाकी। रोकें: ${link}`,
  }),
  ended: ({ name, plate, until }) => ({
    title: `${name}, पार्किंग खत्म हुई`,
    body: `${name}, पार्किंग ${until} पर खत्म हुई। नंबर प्लेट ${plate} है। गाड़ी वहीं है? ऐप में फिर पार्क करें।`,
  }),
  extended: ({ name, plate, until, amount }) => ({
    title: `${until} तक बढ़ाई`,
    body: `${name}, पार्किंग अब ${until} पर खत्म होगी। नंबर प्लेट ${plate} है। आपने ${amount} दिए।`,
  }),
  countdown: ({ name, plate, until, at, minutes }) => ({
    title: `${until} तक पार्क है`,
    body: `${name}, ${at} पर ${durationOf(minutes)} बाकी। नंबर प्लेट ${plate} है।`,
  }),
  stopped: ({ name, plate, until }) => ({
    title: `${name}, पार्किंग खत्म की`,
    body: `${name}, पार्किंग ${until} पर खत्म हुई। नंबर प्लेट ${plate} है।`,
  }),
  receipt: ({ name, plate, date, from, until, amount, back }) => ({
    title: `रसीद: ${name}, ${amount}`,
    body: `${name}, ${date}, ${from} से ${until} तक। नंबर प्लेट ${plate} है। ${amount} दिए।${back ? ` ${back} रिफ़ंड।` : ''}`,
  }),
  receiptRows: {
    session: 'सेशन आईडी',
    zone: 'ज़ोन',
    address: 'पता',
    changed: 'बदलाव',
    parking: 'पार्किंग',
    fee: 'सर्विस फ़ीस',
    back: 'रिफ़ंड',
    paid: 'कितना पेमेंट हुआ',
    via: 'किससे पेमेंट किया',
  },
  receiptChanges: {
    moved: (from, to, at) => `ज़ोन ${from} से ${to}, ${at}`,
    plateChanged: (from, to, at) => `नंबर प्लेट ${from} से ${to}, ${at}`,
  },
  wallet: 'वॉलेट',
  topUp: ({ amount, balance, auto }) => ({
    title: `वॉलेट में ${amount} जुड़े`,
    body: `हमने ${auto ? 'ऑटो-रीलोड से ' : ''}आपके कार्ड के ${amount} वॉलेट में जोड़े। आपका बैलेंस ${balance} है।`,
  }),
  refund: ({ amount, to, place, reason }) => ({
    title: `${amount} रिफ़ंड हुए`,
    body: `${place ? `${place}, ` : ''}हमने ${amount} आपके ${to === 'wallet' ? 'वॉलेट' : 'कार्ड'} में रिफ़ंड किए।${reason ? ` ${reason}` : ''}`,
  }),
  plan: {
    begun: ({ price, until }) => ({
      title: 'Deluxe चालू है',
      body: `Deluxe चालू है, सर्विस फ़ीस नहीं लगेगी। हमने ${price} लिए। यह ${until} को रिन्यू होगा। ParkIt में कभी भी कैंसिल करें।`,
    }),
    renewed: ({ price, until }) => ({
      title: 'Deluxe रिन्यू हुआ',
      body: `हमने Deluxe के लिए आपके कार्ड से ${price} लिए। यह ${until} को फिर रिन्यू होगा। ParkIt में कभी भी कैंसिल करें।`,
    }),
    failed: ({ price, until }) => ({
      title: 'हम Deluxe रिन्यू नहीं कर पाए',
      body: `हम Deluxe के ${price} नहीं ले पाए। यह ${until} तक चलेगा। Deluxe जारी रखने के लिए सब्सक्रिप्शन में दूसरा कार्ड चुनें।`,
    }),
    ended: ({ until }) => ({
      title: 'Deluxe खत्म हुआ',
      body: `आपका Deluxe प्लान ${until} को खत्म हुआ। अब इसके पैसे नहीं कटेंगे। पार्किंग पर सर्विस फ़ीस लगेगी।`,
    }),
  },
  chat: ({ text }) => ({
    title: 'सपोर्ट का नया जवाब',
    body: `सपोर्ट: ${text}`,
  }),
  closed: ({ name, plate, until, tow, amount, to, reason, mayMove }) => ({
    title: `${name} ${until} पर बंद होगा`,
    body: `${name} बंद होगा। ${plate} को ${until} से पहले हटाएँ${tow ? ', वरना गाड़ी टो होगी' : ''}।${amount ? ` ${to === 'wallet' ? `${amount} वॉलेट में रिफ़ंड` : `कार्ड से ${amount} कम`}।` : ''}`,
    rows: [
      ...(reason ? [`वजह: ${reason}`] : []),
      ...(mayMove ? ['आप ParkIt में बिना फ़ीस के पार्किंग दूसरे ज़ोन में ले जा सकते हैं।'] : []),
    ],
  }),
  closureOff: ({ name, plate, until }) => ({
    title: `${name} खुला रहेगा`,
    body: `${name} खुला रहेगा। पार्किंग ${until} पर ही खत्म होगी। नंबर प्लेट ${plate} है। ParkIt में समय बढ़ाएँ।`,
  }),
  closureNear: ({ name, from, to, tow, reason }) => ({
    title: `${name} बंद होगा`,
    body: `आपकी सेव की हुई जगह ${name}, ${from} से ${to} तक बंद।${tow ? ' गाड़ी टो होगी।' : ''}`,
    rows: reason ? [`वजह: ${reason}`] : [],
  }),
  extend: ({ minutes, amount }) => `${minutes} मिनट बढ़ाएँ, ${amount}`,
  notExtended: 'समय नहीं बढ़ा',
  why: address => `नोटिफ़िकेशन बदलें: ${address}`,
  done: 'हो गया।',
}
