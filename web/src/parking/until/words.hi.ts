// What the page of a shared link says, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  title: 'कब तक पार्क है',
  parkedUntil: time => `${time} तक पार्क है`,
  left: left => `${left} बाकी`,
  leftHead: 'बचा टाइम',
  endedTitle: 'यह लिंक अब बंद है',
  endedText: 'पार्किंग खत्म हो गई, या ड्राइवर ने शेयर करना बंद कर दिया।',
  failed: 'बचा टाइम लोड नहीं हुआ',
  failedText: 'इंटरनेट देखें और फिर कोशिश करें।',
  stale: time => `यह ${time} की जानकारी है। हो सकता है ड्राइवर ने उसके बाद समय बढ़ाया हो।`,
  private: 'आपको सिर्फ़ जगह और बचा टाइम दिखता है, ड्राइवर के बारे में कुछ नहीं।',
  open: 'ParkIt से पार्किंग खोजें',
}
