// What is said where a proof is asked for, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  title: 'पुष्टि करें कि यह आप हैं',
  text: 'साइन इन किए कुछ समय हो गया है। बदलने से पहले पुष्टि करें कि यह आप ही हैं।',
  confirm: 'पुष्टि करें',
  confirming: 'पुष्टि हो रही है…',
  withPasskey: 'इसके बजाय पासकी से',
  password: 'पासवर्ड',
  withCode: 'इसके बजाय कोड से',
  withPassword: 'इसके बजाय पासवर्ड से',
  sendCode: contact => `${contact} पर कोड भेजें`,
  sending: 'भेजा जा रहा है',
  sentTo: contact => `छह अंक भेजे गए: ${contact}`,
  code: 'छह अंकों का कोड',
}
