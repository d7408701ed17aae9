// What is typed and what names are made of, as words to compare: without accents, abbreviations, and differences of script.
import anyAscii from 'any-ascii'

const directionNames: Record<string, string> = { n: 'north', s: 'south', e: 'east', w: 'west' }
const streetNames: Record<string, string> = {
  st: 'street',
  saint: 'street',
  ave: 'avenue',
  av: 'avenue',
  blvd: 'boulevard',
  dr: 'drive',
  doctor: 'drive',
  rd: 'road',
  pl: 'place',
  ct: 'court',
  pkwy: 'parkway',
  ln: 'lane',
  ter: 'terrace',
  hwy: 'highway',
  expy: 'expressway',
  sq: 'square',
  plz: 'plaza',
}
const otherNames: Record<string, string> = { ctr: 'center', centre: 'center', jr: 'junior', mt: 'mount', ft: 'fort' }
const longForms = new Map(Object.entries({ ...directionNames, ...streetNames, ...otherNames }))

export const directions: ReadonlySet<string> = new Set(Object.values(directionNames))
/** Words that people say around a name and that need not be in it. */
export const fillers: ReadonlySet<string> = new Set(['the', 'of', 'parking', 'near', 'in', 'to'])
/** Words that may be left out, or typed differently than on the sign. */
export const softWords: ReadonlySet<string> = new Set([...directions, ...Object.values(streetNames), ...fillers])

/** A word without its abbreviation: "st" and "saint" are one. */
export const longForm = (word: string): string => longForms.get(word) ?? word

/** Lower case, without accents and punctuation; digits of every script as 0 to 9. */
export const splitWords = (text: string): string[] => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  const isAscii = /^[\x00-\x7f]*$/.test(text)
  const plain = isAscii
    ? text
    : text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f’]/g, '')
        .replace(/\p{Nd}/gu, anyAscii)
  return plain
    .replace(/['.]/g, '')
    .toLowerCase()
    .split(isAscii ? /[^a-z0-9]+/ : /[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}

export const wordsOf = (text: string): string[] => splitWords(text).map(longForm)

/** False for a word that is written in another script. */
export const isLatin = (word: string): boolean => /^[\p{Script=Latin}\p{Nd}]+$/u.test(word)

/** The consonants of a word as they sound in any script: "मैडिसन" and "madison" are "mdsn". */
export const soundOf = (word: string): string =>
  (isLatin(word) ? word : anyAscii(word).toLowerCase())
    .replace(/[^a-z0-9]/g, '')
    .replace(/^[aeiou]/, '1')
    .replace(/ph/g, 'f')
    .replace(/[cst]h|c(?=[eiy])|z/g, sound => (sound === 'th' ? 't' : 's'))
    .replace(/[ckq]h?/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/w/g, 'v')
    .replace(/[aeiouyh]/g, '')
    .replace(/(.)\1+/g, '$1')
