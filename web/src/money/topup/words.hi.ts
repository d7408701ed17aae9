// The words of auto top-up, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  titles: {
    DefaultAddAmount: 'जोड़ने की डिफ़ॉल्ट रकम',
    MinBalance: 'कम से कम बैलेंस',
    TopUpCeiling: 'महीने की लिमिट',
  },
  helps: {
    DefaultAddAmount: '$1 से $500 तक। हम हर बार इतने जोड़ते हैं।',
    MinBalance: '$1 से $500 तक। बैलेंस इससे कम होने पर हम पैसे जोड़ते हैं।',
    TopUpCeiling: '$1 से $2,000 तक। एक महीने में हम इससे ज़्यादा कभी नहीं जोड़ते।',
  },
  autoTopUp: 'ऑटो-रीलोड',
  saysUnset: 'बैलेंस कम होने पर हम आपके कार्ड से पैसे जोड़ते हैं।',
  says: (least, amount) => `बैलेंस ${least} से कम होने पर हम आपके कार्ड से ${amount} जोड़ते हैं।`,
  month: added => `इस महीने ${added} जुड़े`,
  amount: 'रकम',
  save: 'सेव करें',
  saving: 'सेव हो रहा है…',
  saved: (title, amount) => `${title}: ${amount}`,
  turnedOn: 'ऑटो-रीलोड चालू है।',
  turnedOff: 'ऑटो-रीलोड बंद है।',
  notSaved: 'आपका बदलाव सेव नहीं हुआ। फिर कोशिश करें।',
  failed: 'ऑटो-रीलोड लोड नहीं हुआ।',
  declined: day => `ऑटो-रीलोड रुका है। ${day} को आपका कार्ड डिक्लाइन हुआ और पैसे नहीं कटे। दूसरा कार्ड चुनें, फिर इसे चालू करें।`,
  disputed: day => `ऑटो-रीलोड रुका है। ${day} को एक पेमेंट पर विवाद हुआ।`,
  no_card: day => `ऑटो-रीलोड रुका है। ${day} को आपके पास कोई कार्ड नहीं था। कार्ड जोड़ें, फिर इसे चालू करें।`,
}
