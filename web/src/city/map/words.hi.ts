// What the map says where a driver saves data, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = { showMap: 'मैप दिखाएँ' }
