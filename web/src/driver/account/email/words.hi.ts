// What is said about an e-mail that is not confirmed yet, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  unconfirmed: email =>
    `${email} अभी पक्का नहीं हुआ है। उस पर भेजा गया लिंक खोलें। तब तक आप फ़ोन से साइन इन करते हैं और रसीदें ई-मेल पर नहीं आतीं।`,
  resend: 'लिंक फिर से भेजें',
  sending: 'भेजा जा रहा है…',
  sent: email => `नया लिंक ${email} पर भेजा जा रहा है।`,
  sandbox: 'सैंडबॉक्स: सच में कुछ नहीं भेजा जाता।',
  open: 'लिंक खोलें',
  title: 'अपना ई-मेल पक्का करें',
  confirming: 'पक्का हो रहा है…',
  confirmed: email => `${email} पक्का हो गया। अब आप इससे साइन इन कर सकते हैं।`,
  broken: 'यह लिंक काम नहीं करता। सबसे नए ई-मेल का लिंक खोलें, उसी अकाउंट में साइन इन रहकर जिसके लिए वह भेजा गया।',
  account: 'अपने अकाउंट पर जाएँ',
}
