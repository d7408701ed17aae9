// The words of a page whose scripts did not load, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  loadFailed: 'ParkIt लोड नहीं हो सका। अपना कनेक्शन जाँचें, फिर कोशिश करें।',
  tryAgain: 'फिर कोशिश करें',
}
