// Messages about auto-reload, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  before: ({ amount, balance, least }) => ({
    subject: `हम आपके वॉलेट में ${amount} जोड़ेंगे`,
    body: `आपका बैलेंस ${balance} है, ${least} से कम। हम कार्ड से ${amount} जोड़ रहे हैं। रोकने के लिए ऑटो-रीलोड बंद करें।`,
  }),
  added: ({ amount, balance }) => ({
    subject: `वॉलेट में ${amount} जुड़े`,
    body: `हमने ऑटो-रीलोड से आपके कार्ड के ${amount} वॉलेट में जोड़े। आपका बैलेंस ${balance} है।`,
  }),
  declined: ({ amount }) => ({
    subject: 'ऑटो-रीलोड रुका है: कार्ड डिक्लाइन हुआ',
    body: `आपका कार्ड ${amount} के लिए डिक्लाइन हुआ। पैसे नहीं कटे और आपकी पार्किंग चालू है। वॉलेट में ऑटो-रीलोड फिर चालू करें।`,
  }),
  noCard: ({ amount }) => ({
    subject: 'ऑटो-रीलोड रुका है: कार्ड नहीं है',
    body: `कोई कार्ड सेव नहीं है, इसलिए हम ${amount} नहीं जोड़ पाए। कार्ड जोड़ें, फिर ऑटो-रीलोड चालू करें।`,
  }),
  unreached: ({ amount }) => ({
    subject: `हम ${amount} नहीं जोड़ पाए`,
    body: `आपके बैंक का जवाब नहीं आया। हमने ${amount} नहीं जोड़े और पैसे नहीं कटे। अगले पेमेंट पर हम फिर कोशिश करेंगे।`,
  }),
  ceiling: ({ amount, ceiling }) => ({
    subject: `महीने की ${ceiling} की लिमिट पूरी हुई`,
    body: `${amount} जोड़ने से महीने की ${ceiling} की लिमिट पार हो जाती। पैसे नहीं कटे। खुद पैसे जोड़ें या लिमिट बढ़ाएँ।`,
  }),
}
