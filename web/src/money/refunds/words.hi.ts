// What is said of money on its way back, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  states: {
    requested: day => `भेजे गए, ${day} तक पहुँचेंगे`,
    sent: day => `भेजे गए, ${day} तक पहुँचेंगे`,
    arrived: () => 'पहुँच गए',
    failed: () => 'आपके कार्ड ने नहीं लिए। पैसे वापस आपके वॉलेट में हैं',
  },
  withdraw: 'कार्ड पर वापस भेजें',
  withdrawSub: 'बचे पैसे अपने कार्ड पर वापस भेजें',
  amount: 'रकम',
  most: amount => `${amount} तक। कोई फ़ीस नहीं।`,
  goesTo: 'कहाँ भेजें',
  card: (type, last4) => `${type} •• ${last4}`,
  oldCard: 'जिस कार्ड से आपने पैसे दिए थे',
  thereBy: day => `${day} तक पहुँचेंगे, अक्सर पहले।`,
  newestFirst: 'उन्हीं कार्डों पर जिनसे आपने पैसे जोड़े, सबसे नया पहले।',
  nothing: 'इन पैसों में से कुछ भी कार्ड पर वापस नहीं जा सकता।',
  failed: 'आपके रिफ़ंड लोड नहीं हुए।',
  withdrawAmount: amount => `${amount} वापस भेजें`,
  withdrawing: 'भेज रहे हैं…',
  sent: amount => `${amount} आपके कार्ड पर वापस जा रहे हैं।`,
  noAnswerSafe: 'फिर कोशिश करें। पैसे एक ही बार भेजे जाएँगे।',
  refunds: 'रिफ़ंड',
  toCard: 'आपके कार्ड पर',
  toWallet: 'आपके वॉलेट में',
}
