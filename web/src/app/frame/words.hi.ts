// The words of the frame, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  navigation: 'मुख्य',
  skip: 'सीधे कंटेंट पर जाएँ',
  sandbox: 'सैंडबॉक्स',
  errorHeading: 'ऐप में अचानक गड़बड़ हुई',
  errorSafe: 'आपने जो पेमेंट किया वह सुरक्षित है। चालू पार्किंग चलती रहेगी और रसीदें सेव हैं।',
  chunkText: 'ParkIt का एक हिस्सा लोड नहीं हुआ। अपना कनेक्शन देखें, फिर रीलोड करें।',
  home: 'होम',
  reload: 'रीलोड करें',
  loading: 'लोड हो रहा है…',
  pastParkings: 'पिछली पार्किंग',
  guestPast: 'अपनी पिछली पार्किंग देखने के लिए साइन इन करें।',
  findParking: 'पार्किंग खोजें',
  support: 'सपोर्ट',
  newAnswers: n => (n === 1 ? '1 नया जवाब' : `${n} नए जवाब`),
  account: 'अकाउंट',
  unauthorized: 'साइन इन ज़रूरी है',
  checkingDevice: 'डिवाइस की जाँच…',
  noSignal: 'सिग्नल नहीं',
  newVersion: 'नया वर्शन तैयार है',
}
