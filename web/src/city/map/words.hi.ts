// What the map says, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  showMap: 'मैप दिखाएँ',
  moveMap: 'मैप खिसकाएँ',
  zoomIn: 'ज़ूम इन',
  zoomOut: 'ज़ूम आउट',
  left: 'बाएँ',
  right: 'दाएँ',
  up: 'ऊपर',
  down: 'नीचे',
}
