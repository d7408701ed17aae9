// What Park again and the driver's places say, Hindi.
import { bent } from '#platform/words.hi.ts'
import type { en } from './words.en.ts'

export const hi: typeof en = {
  parkAgain: 'फिर पार्क करें',
  allPlaces: 'सभी जगहें',
  usually: {
    weekdays: time => `सोम से शुक्र, करीब ${time}`,
    weekends: time => `शनि-रवि, करीब ${time}`,
  },
  lastTime: 'पिछली बार',
  parkPlate: (plate, duration, total) => `${plate}, ${bent(duration)} के लिए पार्क करें${total ? `, ${total}` : ''}`,
  freeTill: time => `${time} तक फ़्री`,
  priceFor: (price, duration) => `${price}, ${duration}`,
  yourPlaces: 'आपकी जगहें',
  savedPlaces: 'सेव की हुई जगहें',
  noSaved: 'कोई जगह खोलें और बुकमार्क दबाकर उसे घर, ऑफ़िस या अपने नाम से सेव करें।',
  why: 'पिछले 90 दिन में आपने कहाँ, कब और कितनी देर पार्क किया, उसी से हम ये जगहें सुझाते हैं। इन्हें सिर्फ़ आप देख सकते हैं।',
  clear: 'सुझाव हटाएँ',
  clearing: 'सुझाव हट रहे हैं…',
  clearAsk: 'सुझाव हटाएँ?',
  clearText: 'आप आम तौर पर कहाँ और कब पार्क करते हैं, हम यह भूलकर नए सिरे से शुरू करेंगे। आपकी पार्किंग और रसीदें बनी रहेंगी।',
  keep: 'सुझाव रहने दें',
  cleared: 'सुझाव हटा दिए',
}
