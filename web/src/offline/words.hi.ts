// What the app says without a signal, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  noSignal: 'सिग्नल नहीं',
  asOf: age => `सिग्नल नहीं। ${age} पहले की जानकारी।`,
  asOfNow: 'सिग्नल नहीं। अभी-अभी की जानकारी।',
  newVersion: 'नया संस्करण तैयार है',
  reload: 'फिर से लोड करें',
}
