// What the Default Parking Options say, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  title: 'डिफ़ॉल्ट पार्किंग विकल्प',
  autoStart: 'पार्किंग अपने-आप शुरू करें',
  autoStartText: 'गेट पर शुरू होती है, पहुँचने पर पूछती है',
  autoExtend: 'पार्किंग अपने-आप बढ़ाएँ',
  autoExtendText: minutes => `समय ख़त्म होने से पहले ${minutes} मिनट जोड़ता है`,
  maxPayment: 'अधिकतम भुगतान राशि',
  maxPaymentOn: 'अपने-आप बढ़ना यहाँ रुकता है',
  maxPaymentOff: 'एक पार्किंग के लिए कोई सीमा नहीं',
  changeAmount: amount => `राशि बदलें, अभी ${amount}`,
  amount: 'एक पार्किंग के लिए ज़्यादा से ज़्यादा',
  amountHelp: (least, most) => `${least} से ${most} तक, पार्किंग और शुल्क मिलाकर। जो आप ख़ुद शुरू करें या बढ़ाएँ, उस पर सीमा नहीं है।`,
  save: 'सेव करें',
  saving: 'सेव हो रहा है',
  saved: amount => `एक पार्किंग पर ${amount} से ज़्यादा अपने-आप नहीं कटेगा।`,
  failed: 'आपके पार्किंग विकल्प लोड नहीं हुए।',
  notSaved: 'सर्वर जवाब नहीं दे रहा',
}
