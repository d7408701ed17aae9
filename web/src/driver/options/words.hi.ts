// What the Default Parking Options say, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  title: 'डिफ़ॉल्ट पार्किंग ऑप्शन',
  autoStart: 'पार्किंग अपने-आप शुरू करें',
  autoStartText: 'गेट पर शुरू होती है। बाकी जगह, पहुँचने पर हम पूछते हैं।',
  autoExtend: 'पार्किंग अपने-आप बढ़ाएँ',
  autoExtendText: 'टाइम खत्म होने से पहले बढ़ाता है',
  maxPayment: 'पेमेंट लिमिट',
  maxPaymentOn: 'अपने-आप शुरू हुई या बढ़ी पार्किंग इससे ज़्यादा की नहीं होगी',
  maxPaymentOff: 'हर पार्किंग पर कोई लिमिट नहीं',
  changeAmount: amount => `रकम बदलें, अभी ${amount}`,
  amount: 'हर पार्किंग की लिमिट',
  amountHelp: (least, most) => `${least} से ${most} तक, सर्विस फ़ीस समेत। जो आप खुद शुरू करें या बढ़ाएँ, उस पर यह लिमिट नहीं लगती।`,
  save: 'सेव करें',
  saving: 'सेव हो रहा है…',
  saved: amount => `अपने-आप शुरू हुई या बढ़ी पार्किंग ${amount} से ज़्यादा की नहीं होगी।`,
  failed: 'आपके पार्किंग ऑप्शन लोड नहीं हुए।',
  notSaved: 'सर्वर जवाब नहीं दे रहा',
}
