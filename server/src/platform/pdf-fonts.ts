// The design's fonts for PDFs, which take no variable font: cut to the letters that are drawn, their axes fixed.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** Latin letters with accents, and the punctuation of names and prices. */
export const latin = /[\x20-\x7E\xA0-\xFF–—‘’“”•…]/
/** With its digits, its full stop, and the joiners that shape its letters. */
export const devanagari = /[\u0900-\u097F\u200C\u200D]/

const fonts = {
  latin: { file: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wdth-normal.woff2', letters: latin },
  devanagari: {
    file: '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wdth-normal.woff2',
    letters: devanagari,
  },
}

/** As TrueType. Takes a tenth of a second: make each face once. */
export const cutFont = async (name: keyof typeof fonts, wght: number, wdth = 100): Promise<Buffer> => {
  const { file, letters } = fonts[name]
  // with the first PDF: the server starts without it
  const { default: subsetFont } = await import('subset-font')
  const font = await readFile(createRequire(import.meta.url).resolve(file))
  const drawn = Array.from({ length: 0x2100 }, (_, i) => String.fromCharCode(i)).filter(letter => letters.test(letter))
  return subsetFont(font, drawn.join(''), { targetFormat: 'truetype', variationAxes: { wght, wdth } })
}
