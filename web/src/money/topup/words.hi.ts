// The words of auto top-up, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  titles: {
    DefaultAddAmount: 'जोड़ने की डिफ़ॉल्ट राशि',
    MinBalance: 'न्यूनतम बैलेंस राशि',
    TopUpCeiling: 'महीने की सीमा',
  },
  helps: {
    DefaultAddAmount: '$1 से $500 तक। पैसे कम होने पर हर बार इतने जुड़ते हैं।',
    MinBalance: '$1 से $500 तक। भुगतान के बाद इससे कम बचे तो पैसे जुड़ते हैं।',
    TopUpCeiling: '$1 से $2,000 तक। एक महीने में इससे ज़्यादा कभी नहीं।',
  },
  autoTopUp: 'ऑटो टॉप-अप',
  says: (least, amount) => `${least} से कम होने पर हम आपके कार्ड से ${amount} जोड़ते हैं।`,
  month: added => `इस महीने ${added} जुड़े`,
  amount: 'रक़म',
  save: 'सहेजें',
  saving: 'सहेजा जा रहा है',
  saved: (title, amount) => `${title}: ${amount}`,
  turnedOn: 'ऑटो टॉप-अप चालू है।',
  turnedOff: 'ऑटो टॉप-अप बंद है।',
  notSaved: 'यह सहेजा नहीं गया। फिर कोशिश करें।',
  failed: 'ऑटो टॉप-अप लोड नहीं हुआ।',
  declined: day => `ऑटो टॉप-अप रुका है: ${day} को कार्ड अस्वीकार हुआ। कोई पैसा नहीं कटा। दूसरा कार्ड चुनकर फिर चालू करें।`,
  disputed: day => `ऑटो टॉप-अप रुका है: ${day} को आपके एक भुगतान पर विवाद हुआ।`,
  no_card: day => `ऑटो टॉप-अप रुका है: ${day} को कोई कार्ड नहीं था। कार्ड जोड़कर फिर चालू करें।`,
}
