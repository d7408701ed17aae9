// What the choice of a city says, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  title: 'कौन सा शहर?',
  several: 'यह ज़ोन नंबर एक से ज़्यादा शहरों में है।',
  parkIn: 'चुनें कि कहाँ पार्क करना है।',
  change: name => `${name}, शहर बदलें`,
}
