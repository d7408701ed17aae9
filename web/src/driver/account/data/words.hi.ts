// What is said of a driver's own data, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  download: 'मेरा डेटा डाउनलोड करें',
  downloadSub: 'आपके बारे में जो कुछ हम रखते हैं, एक फ़ाइल में',
  downloading: 'तैयार हो रहा है',
  fileName: 'ParkIt-my-data.json',
  signIns: 'मैं कहाँ-कहाँ साइन इन हूँ',
  thisDevice: 'यह डिवाइस',
  otherDevice: 'दूसरा डिवाइस',
  signedIn: at => `${at} से`,
  signOut: 'साइन आउट करें',
  signOutOthers: 'बाकी सब जगह से साइन आउट करें',
  signedOut: 'वहाँ से साइन आउट हो गया।',
  delete: 'मेरा अकाउंट मिटाएँ',
  deleteTitle: 'अकाउंट मिटाएँ?',
  goes: 'आपका नाम, संपर्क, फ़ोटो, गाड़ियाँ, कार्ड, राय और साइन इन तुरंत मिट जाते हैं; Deluxe ख़त्म हो जाता है और उसके लिए आगे कुछ नहीं लिया जाता। यह वापस नहीं हो सकता।',
  stays: 'भुगतान के रिकॉर्ड हिसाब के लिए रहते हैं, पर उनमें आपका या आपकी गाड़ी का नाम नहीं रहता।',
  holds: money => `वॉलेट के ${money} दस दिन में उसी कार्ड पर वापस जाते हैं जिससे आए थे।`,
  viewSession: 'पार्किंग देखें',
  deleteIt: 'मेरा अकाउंट मिटाएँ',
  deleting: 'मिटाया जा रहा है',
  keep: 'अकाउंट रखें',
  deleted: 'आपका अकाउंट मिट गया।',
}
