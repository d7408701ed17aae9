// What is said of a zone that closes for a time, Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  now: until => `${until} तक बंद`,
  ahead: (from, until) => `${from} से ${until} तक बंद`,
  why: reason => `${reason} की वजह से।`,
  towed: 'गाड़ी टो होगी।',
  moveAway: 'आप बिना फ़ीस के पार्किंग दूसरे ज़ोन में ले जा सकते हैं।',
}
