// The words of the shared components, Hindi.
import { bent } from '#platform/words.hi.ts'
import type { en } from './words.en.ts'

export const hi: typeof en = {
  language: 'भाषा',
  zone: 'ज़ोन',
  zoneName: zone => `ज़ोन ${zone}`,
  plateName: (state, plate) => `${state} की नंबर प्लेट ${plate}`,
  emptyBay: 'एक खाली जगह',
  levels: {
    plenty: 'काफ़ी जगह है',
    filling: 'भर रही है',
    nearly: 'लगभग भरी हुई',
    full: 'फ़ुल',
    unknown: 'लाइव गिनती नहीं',
  },
  openOf: (open, capacity) => `${capacity} में से ${open} खाली`,
  showPassword: 'पासवर्ड दिखाएँ',
  hidePassword: 'पासवर्ड छिपाएँ',
  back: 'वापस',
  close: 'बंद करें',
  less: minutes => `${minutes} मिनट कम`,
  more: minutes => `${minutes} मिनट और`,
  max: text => `${text} तक`,
  tryAgain: 'फिर कोशिश करें',
  loading: 'लोड हो रहा है…',
  panelSize: 'लिस्ट का साइज़ बदलें',
  progress: 'जारी है',
  endedSignIn: 'आप साइन आउट हो गए हैं',
  endedSignInText: 'अपनी पार्किंग देखने के लिए फिर साइन इन करें। चालू पार्किंग चलती रहेगी और रसीदें सेव हैं।',
  checkConnection: 'अपना कनेक्शन देखें और फिर कोशिश करें।',
  signIn: 'साइन इन करें',
  asOf: age => `सिग्नल नहीं। ${bent(age)} पहले की जानकारी।`,
  asOfNow: 'सिग्नल नहीं। अभी-अभी की जानकारी।',
  pastParkings: 'पिछली पार्किंग',
  noAnswer: 'सर्वर जवाब नहीं दे रहा',
}
