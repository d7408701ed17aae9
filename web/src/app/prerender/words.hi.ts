// The words of a page whose scripts did not load, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  loadFailed: 'ParkIt लोड नहीं हुआ। अपना कनेक्शन देखें।',
  tryAgain: 'फिर कोशिश करें',
}
