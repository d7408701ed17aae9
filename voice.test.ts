// How ParkIt speaks, as rules over every dictionary: words it does not use, units, buttons, work in progress, and the length of texts.
import { dirname, join, normalize } from 'node:path'
import { declines } from '@parkit/contract/money/declines'
import { errors } from '@parkit/contract/platform/errors'
import { fieldTexts } from '@parkit/contract/platform/field-errors'
import { expect, test } from 'vitest'
import type { en as accountWords } from './server/src/driver/account/words.en.ts'
import { segmentsOf, textMessage, withOptOut } from './server/src/messaging/senders/text-message.ts'

type Language = 'en' | 'es' | 'hi'
type Words = Record<Language, unknown>
type Entry = { key: string; text: string }

const modules = import.meta.glob<Words>('./{web,server}/src/**/*words.{en,es,hi}.ts', { eager: true })
const screens = import.meta.glob<string>('./web/src/**/*.tsx', { eager: true, query: '?raw', import: 'default' })

/** What a text is given, whatever it asks for: `X`, of which there are two. */
const anything: unknown = new Proxy(() => anything, {
  get: (_, name) =>
    name === Symbol.toPrimitive ? (hint: string) => (hint === 'number' ? 2 : 'X') : name === 'length' ? 2 : anything,
  apply: () => anything,
})

/** The texts below a value; a function's where it is given anything, and where it is given one. */
const textsOf = (value: unknown, key: string): Entry[] => {
  if (value === anything) return []
  if (typeof value === 'string') return [{ key, text: value }]
  if (typeof value === 'function')
    return [anything, 1].flatMap(given => {
      try {
        return textsOf(value(given, given, given), key)
      } catch {
        return []
      }
    })
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, below]) => textsOf(below, `${key}.${name}`))
}

/** `web/src/money/wallet/words`, of which every key begins. */
const files = Object.keys(modules)
  .filter(file => file.endsWith('.en.ts'))
  .map(file => file.slice('./'.length, -'.en.ts'.length))
const wordsOf = (file: string, language: Language) => modules[`./${file}.${language}.ts`]![language]
const contract = { errors, fields: fieldTexts, declines }

const dictionary = (language: Language): Entry[] => [
  ...files.flatMap(file => textsOf(wordsOf(file, language), file)),
  ...Object.entries(contract).flatMap(([name, texts]) =>
    Object.entries(texts as Record<string, Words>).flatMap(([code, said]) =>
      textsOf(said[language], `${name}.${code}`),
    ),
  ),
]

/** Recorded in the specification, to the letter. */
const recorded = [
  'An unkown exception has occur. Please Contact administrator',
  'Please Select Year',
  'Please enter a valid email address',
  'Success!',
  'Unexpected Application Error!',
]
const isRecorded = (text: string) => recorded.includes(text) || text.startsWith('Payment authorized! Intent ID: ')

/** The texts that break one of the rules, but for those of `exceptions`, by the end of their keys. */
const broken = (language: Language, rules: RegExp[], exceptions: string[] = []): string[] =>
  dictionary(language).flatMap(({ key, text }) => {
    const rule = rules.find(one => one.test(text))
    return !rule || isRecorded(text) || exceptions.some(one => key.endsWith(one)) ? [] : [`${key}: ${text} ${rule}`]
  })

test('every text is found', () => {
  expect(files.length).toBeGreaterThan(35)
  expect(dictionary('en').length).toBeGreaterThan(1_200)
  expect(dictionary('es').length).toBeGreaterThan(1_200)
  expect(dictionary('hi').length).toBeGreaterThan(1_200)
})

test('English is plain US English: no word of another country, no machine, no riddle', () => {
  const rules = [
    /e-mail|[Cc]ancelled|[Cc]all-back|[Tt]op-up|[Pp]aid back|[Pp]ay(ing|s)? back|first block/,
    /\b([Ww]hoever|[Nn]obody|[Ss]omebody|by itself|goes on|as far as|so that|[Tt]here is no|[Pp]ress(ed)?)\b/,
    /\b(stands|holds)\b(?! in for)/,
    /\b(position|pictures?|letters (left|too)|enforcement|switched off|Type (the|a|an|your))\b/i,
    /\b[Pp]lease\b|our systems|[Ss]orry|!|;/,
  ]
  // a greeting, a verb, and what happens to the books
  expect(broken('en', rules, ['overview/words.greeting', 'photo/words.place', 'desk/words.paidOutText'])).toEqual([])
})

test('English writes units, cards and short forms as signs do', () => {
  const rules = [
    /\d ?(h|hour)\b|\/h\b/,
    /\bending (?!in\b)[\dX]/,
    /\b(is|are|was|were|do|does|did|can|could|will|would|has|have) ?not\b/i,
    /\b(two|three|four|five|six|seven|ten|twelve) (digits|minutes|hours|days|stars|devices|times)\b|[Ss]ix-digit/,
    / metres?\b|\d m\b| - | — |[a-z]'[a-z]/,
  ]
  // recorded; what a screen reader is given in full, because it makes letters of “hr”
  const exempt = [
    'cards/words.notReady',
    'cards/words.noNumberElement',
    'overview/words.callReceivedText',
    'platform/words.hoursAloud',
    // as garages post it where a city counts in kilometers
    'places/words.meters',
  ]
  expect(broken('en', rules, exempt)).toEqual([])
})

test('Hindi is what the apps on the same phone say, with one spelling of each word', () => {
  const rules = [
    /[\u0958-\u095a]|[कखग]\u093c/,
    /ई-मेल|अवधि|समाप्ति|वैकल्पिक|संचालक|सुगम|दृश्य|तालिका|एकमुश्त|अनुमानित|शुल्क|राशि|अस्वीकार|सहेज|वाहन/,
    /भुगतान|नक्श|रद्द|विकल्प|बाकी समय|दरें/,
    /साइन(?! इन| आउट)|लौटाए|लौटेंगे।.*पैसे|कीजिए|बजे|अपने आप/,
    /[\dX]।/,
  ]
  expect(broken('hi', rules)).toEqual([])
})

test('Spanish is what apps say from Los Angeles to Miami, as tú, with ¿ and ¡', () => {
  const rules = [
    /\b(matrícula|coche|autos?|aparcar|parquear|cartera|recargar|tarifa de servicio|detener el estacionamiento|oficial|ticket|e-mail|email|login|usted|su (cuenta|tarjeta|billetera))\b/i,
    /^[^¿]*\?|^[^¡]*!|;/,
    /por favor|nuestros sistemas|lo sentimos/i,
  ]
  // what is not a text: an address, a name of a file, a link of the provider's
  expect(broken('es', rules, ['account/words.linkMail'])).toEqual([])
})

/** The texts of a screen that it shows in this place, with the dictionary they are from. */
const shownAt = (place: RegExp): Entry[] =>
  Object.entries(screens).flatMap(([screen, source]) => {
    const from = [...source.matchAll(/from '([^']*words)(?:\.en)?\.ts'/g)].map(([, file]) =>
      file!.startsWith('#') ? `web/src/${file!.slice(1)}` : normalize(join(dirname(screen), file!)),
    )
    return [...source.matchAll(place)].flatMap(([, name]) =>
      from
        .filter(file => files.includes(file))
        .flatMap(file => {
          const words = wordsOf(file, 'en') as Record<string, unknown>
          return textsOf(words[name!], `${file}.${name}`)
        }),
    )
  })

test('a button is a verb without a period, and at work it ends in …', () => {
  const buttons = shownAt(/<Button\b[^>]*>\s*\{words\.(\w+)(?:\([^{}]*\))?\}/g)
  expect(buttons.length).toBeGreaterThan(60)
  expect(buttons.filter(({ text }) => /[.;]$|^(Yes|No)\b/.test(text) && text !== 'Yes, Logout')).toEqual([])
  const busy = shownAt(/(?:loadingLabel|sending)=\{words\.(\w+)\}/g)
  expect(busy.length).toBeGreaterThan(20)
  expect(busy.filter(({ text }) => !text.endsWith('…') && text !== 'Processing...')).toEqual([])
  for (const language of ['es', 'hi'] as const) {
    const said = new Map(dictionary(language).map(({ key, text }) => [key, text]))
    expect(dictionary('en').filter(({ key, text }) => text.endsWith('…') && !said.get(key)?.endsWith('…'))).toEqual([])
  }
})

/** The longest values that a message can have. */
const longest: Record<string, string | number | boolean | null> = {
  ...Object.fromEntries(['name', 'place'].map(key => [key, 'Millennium Lakeside Garage'])),
  plate: 'WWWW WWWW9',
  ...Object.fromEntries(
    ['amount', 'balance', 'price', 'taken', 'back', 'least', 'ceiling'].map(key => [key, '$1,234.56']),
  ),
  ...Object.fromEntries(['until', 'from', 'at'].map(key => [key, '12:55 PM'])),
  ...Object.fromEntries(['date', 'day'].map(key => [key, 'Nov 26, 2026'])),
  card: 'Mastercard •••• 6411',
  minutes: 15,
  driver: '(312) 555-0147',
  link: 'https://parkit.app/trusted#0123456789abcdef',
  contact: 'a.long.name@example.com',
  to: 'wallet',
  auto: true,
  tow: true,
  reason: null,
}
const longestReason: Record<Language, string> = {
  en: 'That’s the max stay, so move your car.',
  es: 'Es el tiempo máximo, así que mueve tu carro.',
  hi: 'लिमिट पूरी हुई, गाड़ी हटा लें।',
}
const messageFiles = [
  'money/disputes',
  'money/cards',
  'money/topup',
  'parking/automatic',
  'messaging/notices',
  'driver/trusted',
]

type Message = { body: string; subject?: string; title?: string }
const messagesOf = (value: unknown, key: string, language: Language): (Message & { key: string })[] => {
  if (typeof value === 'function') {
    const why = longestReason[language]
    const values = { ...longest, why, ...(key.includes('.plan.') && { until: longest.date }) }
    const said = (value as (given: unknown) => unknown)(key.includes('.shared') ? longest.plate : values)
    if (typeof said === 'string' && key.includes('.shared.')) return [{ key, body: said }]
    return typeof said === 'object' && said !== null && 'body' in said ? [{ key, ...(said as Message) }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, below]) => messagesOf(below, `${key}.${name}`, language))
}
const messages = (language: Language) =>
  messageFiles.flatMap(file => messagesOf(wordsOf(`server/src/${file}/words`, language), file, language))

test('a text message is one of 160 characters in English and at most two in Spanish and Hindi', () => {
  const account = (language: Language) => {
    const words = wordsOf('server/src/driver/account/words', language) as typeof accountWords
    const email = 'a.long.name@example.com'
    return [
      words.codeSms('123456', 10, 'parkit.app'),
      words.passwordSms,
      words.contactMoved(email),
      words.emailChanged(email),
      words.phoneChanged('(312) 555-0147'),
      words.recoveredSms,
      words.deleted,
    ].map((body, n) => ({ key: `account ${n}`, body }))
  }
  const tooLong = (language: Language, most: number) =>
    [...messages(language), ...account(language)]
      .map(({ key, body }) => ({ key, sent: textMessage(body) }))
      .filter(({ sent }) => segmentsOf(sent) > most)
      .map(({ key, sent }) => `${key} (${sent.length}): ${sent}`)
  expect(messages('en').length).toBeGreaterThan(25)
  expect(tooLong('en', 1)).toEqual([])
  expect(tooLong('es', 2)).toEqual([])
  expect(tooLong('hi', 2)).toEqual([])
})

test('a text message names ParkIt, unless a code comes first, in the characters that every phone has', () => {
  expect(textMessage('We’ll “keep” 0–99 S State St… until 3:22\u202fPM · Ends')).toBe(
    'ParkIt: We\'ll "keep" 0-99 S State St... until 3:22 PM , Ends',
  )
  expect(textMessage('123456 is your ParkIt code.')).toBe('123456 is your ParkIt code.')
  expect(withOptOut('123456 is your code.\n@parkit.app #123456', 'en')).toBe(
    '123456 is your code. Reply STOP to opt out, HELP for help.\n@parkit.app #123456',
  )
  for (const language of ['en', 'es', 'hi'] as const) {
    const words = wordsOf('server/src/driver/account/words', language) as typeof accountWords
    const first = textMessage(withOptOut(words.codeSms('123456', 10, 'parkit.app'), language))
    expect(segmentsOf(first), first).toBeLessThanOrEqual(language === 'hi' ? 2 : 1)
  }
  expect(textMessage('Visa •••• 4242, agregó')).toBe('ParkIt: Visa **** 4242, agrego')
})

test('the subject of a mail has at most 50 characters beside the place, and no "Re:"', () => {
  const subjects = messages('en').map(({ key, subject, title }) => ({ key, said: subject ?? title ?? '' }))
  const place = String(longest.name)
  expect(subjects.filter(({ said }) => said.replace(place, '').length > 50 || /^Re:/.test(said))).toEqual([])
})
