// What is said where a proof is asked for, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  title: 'कन्फ़र्म करें कि यह आप हैं',
  text: 'आपने साइन इन काफ़ी देर पहले किया था। यह बदलने के लिए कन्फ़र्म करें कि यह आप ही हैं।',
  confirm: 'कन्फ़र्म करें',
  confirming: 'कन्फ़र्म हो रहा है…',
  withPasskey: 'इसके बजाय पासकी से',
  password: 'पासवर्ड',
  withCode: 'इसके बजाय कोड से',
  withPassword: 'इसके बजाय पासवर्ड से',
  sendCode: contact => `${contact} पर कोड भेजें`,
  sending: 'भेज रहे हैं…',
  sentTo: contact => `हमने ${contact} पर 6 अंकों का कोड भेजा है।`,
  code: '6 अंकों का कोड',
}
