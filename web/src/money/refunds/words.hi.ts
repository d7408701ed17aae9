// What is said of money on its way back, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  states: {
    requested: day => `रास्ते में, ${day} तक पहुँचेंगे`,
    sent: day => `रास्ते में, ${day} तक पहुँचेंगे`,
    arrived: () => 'पहुँच गए',
    failed: () => 'कार्ड ने नहीं लिए। पैसे आपके वॉलेट में हैं',
  },
  withdraw: 'पैसे निकालें',
  withdrawSub: 'बचे पैसे आपके कार्ड पर वापस जाते हैं',
  amount: 'रक़म',
  most: amount => `ज़्यादा से ज़्यादा ${amount}। कोई शुल्क नहीं।`,
  goesTo: 'यहाँ वापस जाएँगे',
  card: (type, last4) => `${type}, आख़िरी अंक ${last4}`,
  oldCard: 'जिस कार्ड से आपने पैसे दिए थे',
  thereBy: day => `${day} तक पहुँचेंगे, अक्सर पहले।`,
  newestFirst: 'उन्हीं कार्डों पर जिनसे पैसे आए, सबसे नया पहले।',
  nothing: 'इसमें से कुछ भी कार्ड पर वापस नहीं जा सकता।',
  failed: 'यह लोड नहीं हुआ।',
  withdrawAmount: amount => `${amount} निकालें`,
  withdrawing: 'निकाला जा रहा है',
  sent: amount => `${amount} आपके कार्ड पर वापस जा रहे हैं।`,
  noAnswerSafe: 'फिर दबाएँ: वही पैसे दो बार नहीं जाते।',
  refunds: 'वापसी',
  toCard: 'आपके कार्ड पर',
  toWallet: 'आपके वॉलेट में',
}
