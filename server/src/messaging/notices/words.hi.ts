// What notices say, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  ends: ({ name, plate, until, minutes }) => ({
    title: `${name} पर ${minutes} मिनट बाक़ी`,
    body: `${name} पर आपकी पार्किंग ${minutes} मिनट में, ${until} पर ख़त्म होगी। नंबर प्लेट ${plate}।`,
  }),
  ended: ({ name, plate, until }) => ({
    title: `${name} पर पार्किंग ख़त्म हुई`,
    body: `${name} पर आपकी पार्किंग ${until} पर ख़त्म हुई। नंबर प्लेट ${plate}। गाड़ी अब भी वहीं है? ऐप में फिर से पार्क करें।`,
  }),
  extended: ({ name, plate, until, amount }) => ({
    title: `${until} तक बढ़ाई गई`,
    body: `${name} पर आपकी पार्किंग अब ${until} पर ख़त्म होगी। नंबर प्लेट ${plate}, ${amount}।`,
  }),
  receipt: ({ name, plate, date, from, until, amount, back }) => ({
    title: `रसीद: ${name} पर ${amount}`,
    body: `${name} पर ${date} को ${from} से ${until} तक पार्किंग। नंबर प्लेट ${plate}। भुगतान ${amount}।${back ? ` ${back} लौटे।` : ''}`,
  }),
  receiptRows: {
    session: 'सेशन आईडी',
    zone: 'ज़ोन',
    address: 'पता',
    parking: 'पार्किंग',
    fee: 'सेवा शुल्क',
    back: 'लौटाए गए',
    paid: 'भुगतान राशि',
    via: 'भुगतान का तरीक़ा',
  },
  wallet: 'वॉलेट',
  topUp: ({ amount, balance, auto }) => ({
    title: `वॉलेट में ${amount} जुड़े`,
    body: `${auto ? 'अपने-आप टॉप-अप से ' : ''}आपके कार्ड से ${amount} आपके ParkIt वॉलेट में आए। बैलेंस ${balance} है।`,
  }),
  refund: ({ amount, to, place, reason }) => ({
    title: `${amount} लौटाए गए`,
    body: `ParkIt ने ${place ? `${place} की पार्किंग के ` : ''}${amount} आपके ${to === 'wallet' ? 'वॉलेट' : 'कार्ड'} में लौटाए।${reason ? ` ${reason}` : ''}`,
  }),
  plan: {
    begun: ({ price, until }) => ({
      title: 'Deluxe चालू है',
      body: `आपके पास Deluxe है। आपके कार्ड से ${price} लिए गए। पार्किंग पर आपको सेवा शुल्क नहीं देना होगा। यह ${until} को फिर शुरू होगा; आप इसे ParkIt में कभी भी रद्द कर सकते हैं।`,
    }),
    renewed: ({ price, until }) => ({
      title: 'Deluxe आगे बढ़ा',
      body: `आपका Deluxe प्लान आगे बढ़ा। आपके कार्ड से ${price} लिए गए। अगली बार यह ${until} को बढ़ेगा; आप इसे ParkIt में कभी भी रद्द कर सकते हैं।`,
    }),
    failed: ({ price, until }) => ({
      title: 'Deluxe आगे नहीं बढ़ सका',
      body: `Deluxe के ${price} आपके कार्ड से नहीं लिए जा सके। Deluxe ${until} तक आपके पास रहेगा। इसे जारी रखने के लिए ParkIt में Subscription खोलें और दूसरा कार्ड चुनें। आपके अकाउंट में और कुछ नहीं बदलता।`,
    }),
    ended: ({ until }) => ({
      title: 'Deluxe ख़त्म हुआ',
      body: `आपका Deluxe प्लान ख़त्म हो गया; इसका भुगतान ${until} तक था। इसके लिए अब कुछ नहीं लिया जाएगा। पार्किंग पर सेवा शुल्क फिर लगेगा।`,
    }),
  },
  chat: ({ text }) => ({
    title: 'ParkIt सहायता का जवाब',
    body: `ParkIt सहायता: ${text}`,
  }),
  extend: ({ minutes, amount }) => `${minutes} मिनट बढ़ाएँ · ${amount}`,
  notExtended: 'नहीं बढ़ाई गई',
  why: address => `ParkIt आपको क्या बताए, यहाँ चुनें: ${address}`,
  done: 'हो गया।',
}
