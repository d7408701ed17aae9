// Messages about automatic top-ups, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  before: ({ amount, balance, least }) => ({
    subject: `हम आपके वॉलेट में ${amount} जोड़ेंगे`,
    body: `आपके ParkIt वॉलेट में ${balance} हैं, आपके ${least} से कम। हम अभी आपके कार्ड से ${amount} जोड़ेंगे। रोकने के लिए वॉलेट में ऑटो टॉप-अप बंद करें।`,
  }),
  added: ({ amount, balance }) => ({
    subject: `आपके वॉलेट में ${amount} जुड़े`,
    body: `हमने आपके कार्ड से ParkIt वॉलेट में ${amount} जोड़े। अब उसमें ${balance} हैं।`,
  }),
  declined: ({ amount }) => ({
    subject: 'ऑटो टॉप-अप रुका है: कार्ड अस्वीकार हुआ',
    body: `आपके कार्ड ने ParkIt वॉलेट के लिए ${amount} अस्वीकार किए। कोई पैसा नहीं कटा, और चल रही पार्किंग चलती रहेगी। ऑटो टॉप-अप तब तक बंद है जब तक आप उसे फिर चालू न करें।`,
  }),
  noCard: ({ amount }) => ({
    subject: 'ऑटो टॉप-अप रुका है: कोई कार्ड नहीं',
    body: `हम ParkIt वॉलेट में ${amount} नहीं जोड़ सके: कोई कार्ड सहेजा नहीं है। कार्ड जोड़कर ऑटो टॉप-अप फिर चालू करें।`,
  }),
  unreached: ({ amount }) => ({
    subject: `${amount} नहीं जुड़े`,
    body: `कार्ड कंपनी का जवाब नहीं आया, इसलिए वॉलेट में कुछ नहीं जुड़ा और कोई पैसा नहीं कटा। अगली बार भुगतान करने पर हम फिर कोशिश करेंगे।`,
  }),
  ceiling: ({ amount, ceiling }) => ({
    subject: `ऑटो टॉप-अप इस महीने ${ceiling} तक पहुँच गया`,
    body: `आपके ParkIt वॉलेट में कम पैसे हैं, पर ${amount} जोड़ने से महीने के ${ceiling} पार हो जाते। कोई पैसा नहीं कटा। ख़ुद पैसे जोड़ें या वॉलेट में सीमा बढ़ाएँ।`,
  }),
}
