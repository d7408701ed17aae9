// What the account says by mail and text message, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  done: 'हो गया।',
  codeSubject: code => `आपका ParkIt कोड: ${code}`,
  codeMail: (code, minutes) =>
    `आपका ParkIt कोड है ${code}।\n\nयह एक ही बार, ${minutes} मिनट के अंदर काम करता है। ParkIt इसे फ़ोन या मेल पर कभी नहीं पूछता: इसे सिर्फ़ ParkIt की स्क्रीन पर लिखें।\n\nआपने यह कोड नहीं मँगाया? तो कुछ न करें: इसके बिना कोई अंदर नहीं आ सकता।\n`,
  codeSms: (code, minutes) =>
    `${code} आपका ParkIt कोड है। यह एक ही बार, ${minutes} मिनट के अंदर काम करता है। इसे किसी को न बताएँ।`,
  passwordSubject: 'आपका ParkIt पासवर्ड बदला गया',
  passwordMail:
    'आपके ParkIt अकाउंट का पासवर्ड अभी बदला गया, और बाक़ी सभी डिवाइस साइन आउट हो गए।\n\nयह आपने नहीं किया? साइन इन स्क्रीन पर “पासवर्ड भूल गए?” चुनें और नया पासवर्ड रखें।\n',
  passwordSms: 'आपका ParkIt पासवर्ड बदला गया। आपने नहीं किया? साइन इन स्क्रीन पर “पासवर्ड भूल गए?” चुनें।',
  contactSubject: 'आपका ParkIt संपर्क बदला गया',
  contactChanged: to =>
    `अब से ParkIt यहाँ के बजाय ${to} पर लिखेगा। यह आपने नहीं किया? साइन इन करें, नया पासवर्ड रखें और सहायता को लिखें।`,
  exportSubject: 'आपका ParkIt डेटा तैयार है',
  exportReady: (address, until) =>
    `आपके ParkIt डेटा की कॉपी ${until} तक तैयार है: ${address}। आपने नहीं माँगी? वहीं बाक़ी सभी डिवाइस साइन आउट करें और पासवर्ड बदलें।`,
  exportAbout: `यह ParkIt पर आपके बारे में रखी हर चीज़ की कॉपी है।

data/         हर तरह के रिकॉर्ड की एक JSON फ़ाइल; रक़म सेंट में, समय UTC में
attachments/  वे फ़ाइलें जो आपने और सहायता ने एक-दूसरे को भेजीं

जिसके पास यह फ़ाइल है वह इसे पढ़ सकता है। इसे सँभालकर रखें।
`,
}
