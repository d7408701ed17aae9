// What Quick park and claiming its account say, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  quickPark: 'तुरंत पार्क करें',
  quickText: 'पासवर्ड नहीं चाहिए। बस नंबर प्लेट और फ़ोन। कोड और रसीद फ़ोन पर आएँगे।',
  signedInText: 'आप साइन इन हैं। पार्क करने के लिए अपनी गाड़ी चुनें।',
  goOn: 'जारी रखें',
  plate: 'नंबर प्लेट',
  state: 'राज्य',
  selectState: 'राज्य चुनें',
  statesFailed: 'राज्यों की लिस्ट लोड नहीं हुई।',
  textCode: 'मुझे कोड भेजें',
  sending: 'भेज रहे हैं…',

  complete: 'अकाउंट का सेटअप पूरा करें',
  completeText: 'आपकी गाड़ी, वॉलेट और रसीदें आपके साथ रहेंगी।',
  completeWhy: 'कहीं से भी साइन इन करने के लिए ईमेल और पासवर्ड जोड़ें।',
  completeIt: 'सेटअप पूरा करें',
  saving: 'सेव हो रहा है…',
  completed: 'आपका अकाउंट तैयार है।',
}
