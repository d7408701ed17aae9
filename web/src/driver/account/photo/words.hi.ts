// What the photo says, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  photo: 'प्रोफ़ाइल फ़ोटो',
  add: 'फ़ोटो जोड़ें',
  change: 'फ़ोटो बदलें',
  choose: 'फ़ोटो चुनें या खींचें',
  other: 'दूसरी चुनें',
  remove: 'फ़ोटो हटाएँ',
  removing: 'हटाई जा रही है',
  removed: 'फ़ोटो हटा दी गई',
  undo: 'वापस लाएँ',
  onlyYou: 'इसे सिर्फ़ आप देखते हैं।',
  place: 'फ़ोटो को ठीक जगह रखें',
  frame: 'फ़्रेम में फ़ोटो। तीर वाली कुंजियाँ उसे खिसकाती हैं, प्लस और माइनस आकार बदलते हैं।',
  hint: 'तस्वीर को खींचकर ठीक जगह रखें।',
  size: 'आकार',
  save: 'फ़ोटो सहेजें',
  saving: 'सहेजी जा रही है',
  saved: 'फ़ोटो सहेजी गई',
  unreadable: 'यह तस्वीर यहाँ पढ़ी नहीं जा सकी। JPEG, PNG या WebP चुनें।',
}
