// What the app says without a signal, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  noSignal: 'सिग्नल नहीं',
  newVersion: 'नया संस्करण तैयार है',
  reload: 'फिर से लोड करें',
}
