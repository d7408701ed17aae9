// What is said about an e-mail that is not confirmed yet, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  unconfirmed: email => `${email} अभी कन्फ़र्म नहीं है। हमारे ईमेल का लिंक खोलें। तब तक फ़ोन से साइन इन करें। रसीदें ईमेल पर नहीं आएँगी।`,
  resend: 'लिंक फिर से भेजें',
  sending: 'भेज रहे हैं…',
  sent: email => `हमने ${email} पर नया लिंक भेजा है।`,
  sandbox: 'सैंडबॉक्स: कोई मैसेज नहीं भेजा।',
  open: 'लिंक खोलें',
  title: 'अपना ईमेल कन्फ़र्म करें',
  confirming: 'कन्फ़र्म हो रहा है…',
  confirmed: email => `${email} कन्फ़र्म हो गया। अब से आप इस ईमेल से साइन इन कर सकते हैं।`,
  broken: 'यह लिंक काम नहीं करता। जिस अकाउंट के लिए लिंक भेजा था, उसमें साइन इन करें और सबसे नए ईमेल का लिंक खोलें।',
  account: 'अपने अकाउंट पर जाएँ',
}
