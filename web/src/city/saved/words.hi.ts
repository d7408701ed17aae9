// What saved places say, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  kinds: { home: 'घर', work: 'ऑफ़िस', other: 'अन्य' },
  save: 'जगह सेव करें',
  change: 'सेव की हुई जगह बदलें',
  saveAs: name => `${name}, किस नाम से सेव करें?`,
  name: 'इस जगह का नाम',
  saved: 'जगह सेव हो गई',
  remove: 'सेव की हुई जगह हटाएँ',
  removed: 'जगह हटा दी',
}
