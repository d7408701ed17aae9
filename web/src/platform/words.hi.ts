// The units of time and rates, dates, and what is said where the server did not say it, Hindi.
import type { en } from './words.en.ts'

/** A stay before a word that bends it: `1 घंटे के लिए`. */
export const bent = (duration: string): string => duration.replace('घंटा', 'घंटे')

export const hi: typeof en = {
  h: count => (count === 1 ? 'घंटा' : 'घंटे'),
  min: 'मिनट',
  hoursAloud: count => (count === 1 ? '1 घंटा' : `${count} घंटे`),
  minutesAloud: count => `${count} मिनट`,
  days: count => `${count} दिन`,
  perHour: '/घंटा',
  perHourAloud: ' प्रति घंटा',
  free: 'फ़्री',
  flat: money => `${money}, पूरे टाइम के`,
  firstHour: money => `पहले घंटे के ${money}`,
  firstHourFree: 'पहला घंटा फ़्री',
  underMinute: '1 मिनट से कम',
  zone: 'ज़ोन',
  weekdays: 'रवि,सोम,मंगल,बुध,गुरु,शुक्र,शनि',
  months: 'जन॰,फ़र॰,मार्च,अप्रैल,मई,जून,जुल॰,अग॰,सित॰,अक्टू॰,नव॰,दिस॰',
  day: (weekday, month, day) => `${weekday}, ${day} ${month}`,
  date: (day, year) => `${day} ${year}`,
  unknownFault: 'कोई अनजान गड़बड़ हुई। एडमिनिस्ट्रेटर से कॉन्टैक्ट करें',
}
