// What the photo says, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  photo: 'प्रोफ़ाइल फ़ोटो',
  add: 'फ़ोटो जोड़ें',
  change: 'फ़ोटो बदलें',
  choose: 'फ़ोटो चुनें या खींचें',
  other: 'दूसरी चुनें',
  remove: 'फ़ोटो हटाएँ',
  removing: 'हटा रहे हैं…',
  removed: 'फ़ोटो हट गई',
  undo: 'वापस लाएँ',
  onlyYou: 'इसे सिर्फ़ आप देख सकते हैं।',
  place: 'अपनी फ़ोटो सेट करें',
  frame: 'फ़्रेम में फ़ोटो। खिसकाने के लिए तीर वाले बटन, साइज़ बदलने के लिए प्लस और माइनस दबाएँ।',
  hint: 'फ़ोटो को खींचकर सेट करें।',
  size: 'साइज़',
  save: 'फ़ोटो सेव करें',
  saving: 'सेव हो रही है…',
  saved: 'फ़ोटो सेव हुई',
  unreadable: 'हम यह फ़ोटो नहीं खोल पाए। JPEG, PNG या WebP चुनें।',
}
