// How a text message reads on a phone: it names ParkIt first, and has only characters of GSM-7, of which 160 are one message.
import type { Language } from '@parkit/contract/platform/errors'

const optOut: Record<Language, string> = {
  en: 'Reply STOP to opt out, HELP for help.',
  es: 'Responde STOP para no recibir más, HELP para ayuda.',
  hi: 'बंद करने को STOP, मदद को HELP भेजें।',
}

/** Ends the first text to a number. A code's last line stays the last: phones read the code from it. */
export const withOptOut = (body: string, language: Language): string =>
  body.replace(/(?=\n@|$)/, ` ${optOut[language]}`)

const plain: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '…': '...',
  '·': ',',
  '•': '*',
  '\u00a0': ' ',
  '\u202f': ' ',
  á: 'a',
  í: 'i',
  ó: 'o',
  ú: 'u',
  Á: 'A',
  Í: 'I',
  Ó: 'O',
  Ú: 'U',
}

/** A code comes first, so that the phone and the eye find it. */
const startsWithCode = /^\d{6} /

export const textMessage = (body: string): string =>
  (startsWithCode.test(body) ? body : `ParkIt: ${body}`).replace(
    /[’‘“”–…·•\u00a0\u202fáíóúÁÍÓÚ]/g,
    character => plain[character]!,
  )

const gsm7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/

/** How many messages the network makes of it: 160 characters of GSM-7 in one, or 153 in each of several; else 70 and 67. */
export const segmentsOf = (message: string): number => {
  const [one, each] = gsm7.test(message) ? [160, 153] : [70, 67]
  return message.length <= one ? 1 : Math.ceil(message.length / each)
}
