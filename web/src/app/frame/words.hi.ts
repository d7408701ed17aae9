// The words of the frame, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  navigation: 'मुख्य',
  skip: 'सीधे सामग्री पर जाएँ',
  sandbox: 'सैंडबॉक्स',
  errorHeading: 'Unexpected Application Error!',
  errorSafe: 'आपका भुगतान सुरक्षित है: चल रही पार्किंग जारी रहेगी और रसीद बनी रहेगी।',
  chunkText: 'ParkIt का यह हिस्सा लोड नहीं हुआ। अपना कनेक्शन जाँचें, फिर से लोड करें।',
  home: 'होम',
  reload: 'फिर से लोड करें',
  loading: 'लोड हो रहा है',
  pastParkings: 'पिछली पार्किंग',
  guestPast: 'अपनी पिछली पार्किंग देखने के लिए साइन इन करें।',
  findParking: 'पार्किंग खोजें',
  support: 'सहायता',
  newAnswers: n => (n === 1 ? '1 नया जवाब' : `${n} नए जवाब`),
  account: 'अकाउंट',
  unauthorized: 'साइन इन ज़रूरी है',
  checkingDevice: 'डिवाइस की जाँच…',
  noSignal: 'सिग्नल नहीं',
  newVersion: 'नया संस्करण तैयार है',
}
