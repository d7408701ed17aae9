// The words the design language itself speaks, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  language: 'भाषा',
  zone: 'ज़ोन',
  zoneName: zone => `ज़ोन ${zone}`,
  plateName: (state, plate) => `${state} की नंबर प्लेट ${plate}`,
  emptyBay: 'एक ख़ाली जगह',
  levels: {
    plenty: 'काफ़ी जगह है',
    filling: 'भर रही है',
    nearly: 'लगभग भरी हुई',
    full: 'जगह नहीं है',
    unknown: 'अभी की जानकारी नहीं',
  },
  stallsFree: free => `5 में से ${free} जगहें ख़ाली`,
  showPassword: 'पासवर्ड दिखाएँ',
  hidePassword: 'पासवर्ड छिपाएँ',
  back: 'वापस',
  close: 'बंद करें',
  less: minutes => `${minutes} मिनट कम`,
  more: minutes => `${minutes} मिनट और`,
  max: text => `${text} तक`,
  tryAgain: 'फिर कोशिश करें',
  loading: 'लोड हो रहा है',
  panelSize: 'सूची का आकार',
  progress: 'जारी है',
}
