// What the Edit Profile screen says, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  title: 'प्रोफ़ाइल बदलें',
  edit: 'बदलें',
  userName: 'उपयोगकर्ता नाम',
  email: 'ई-मेल',
  phone: 'फ़ोन',
  stays: 'आप इन्हीं से साइन इन करते हैं। ये ऐसे ही रहेंगे।',
  firstName: 'नाम',
  lastName: 'उपनाम',
  optional: 'वैकल्पिक',
  address: 'पता',
  address2: 'पता, दूसरी पंक्ति',
  city: 'शहर',
  state: 'राज्य',
  selectState: 'राज्य चुनें',
  statesFailed: 'राज्यों की सूची लोड नहीं हुई।',
  zip: 'ज़िप कोड',
  save: 'सहेजें',
  saving: 'सहेजा जा रहा है',
  saved: 'प्रोफ़ाइल सहेजी गई',
  failed: 'आपकी प्रोफ़ाइल लोड नहीं हुई।',
}
