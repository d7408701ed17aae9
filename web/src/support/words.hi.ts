// What support's screens say, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  feedback: 'राय',
  aboutSession: 'यहाँ पार्किंग कैसी रही?',
  aboutApp: 'ParkIt कैसा लगा?',
  stars: n => (n === 1 ? '1 तारा' : `${n} तारे`),
  meanings: ['', 'ख़राब', 'कमज़ोर', 'ठीक', 'अच्छा', 'बहुत अच्छा'],
  words: 'आपके शब्दों में',
  optional: 'वैकल्पिक',
  lettersLeft: n => `${n} अक्षर बाक़ी`,
  send: 'राय भेजें',
  sending: 'भेजा जा रहा है',
  thanks: 'बताने के लिए धन्यवाद।',
  placeFailed: 'यह पार्किंग लोड नहीं हुई',
}
