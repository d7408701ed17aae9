// The receipt as a PDF: the recorded fields of /confirmlocation on one page, in the driver's language and the place's time zone.
// Tagged for screen readers (PDF/UA): one heading, and a table whose rows are headed by their labels.

import type { Session } from '@parkit/contract/parking/sessions'
import type { Language } from '@parkit/contract/platform/errors'
import type Document from 'pdfkit'
import { createReceipt } from '#messaging/notices/notices.ts'
import { cutFont, devanagari, latin } from '#platform/pdf-fonts.ts'
import { longDateText, timeText } from '#platform/time-text.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const words = { en, es, hi }

const grouped = (sessionId: string) => sessionId.replace(/^P-(.{5})(.{5})$/, 'P-$1 $2')

const rows = (session: Session, language: Language): { label: string; value: string }[] => {
  const { receipt: label, payments } = words[language]
  const start = Temporal.Instant.from(session.StartedAt)
  const end = Temporal.Instant.from(session.EndedAt ?? session.EndsAt)
  const { place, payment } = createReceipt({ ...session, SessionId: grouped(session.SessionId) }, language)
  const { TimeZone, Vehicle } = session
  const from = timeText(start, TimeZone, language, end)
  const to = timeText(end, TimeZone, language, start)
  const yesNo = (value: boolean) => (value ? label.yes : label.no)
  return [
    ...place,
    { label: label.date, value: longDateText(start, TimeZone, language) },
    { label: label.time, value: `${from} – ${to} (${TimeZone})` },
    { label: label.duration, value: label.minutes(session.Minutes) },
    ...payment,
    { label: label.status, value: payments[session.PaymentStatus] },
    { label: label.make, value: Vehicle.VehicleMake || '–' },
    { label: label.model, value: Vehicle.VehicleModel || '–' },
    { label: label.plate, value: Vehicle.PlateNumber || '–' },
    { label: label.state, value: Vehicle.PlateState },
    { label: label.autoSession, value: yesNo(session.AutoSession) },
    { label: label.autoExtend, value: yesNo(session.AutoExtended) },
  ]
}

const weights = { text: 450, strong: 660 } as const
type Face = keyof typeof weights

/** Each made once, with the first receipt that needs it. */
const made = new Map<string, Promise<Buffer>>()
const fontOf = (script: 'latin' | 'devanagari', face: Face): Promise<Buffer> => {
  const key = `${script} ${face}`
  const font = made.get(key) ?? cutFont(script, weights[face])
  made.set(key, font)
  return font
}

type Sheet = InstanceType<typeof Document>
type Element = ReturnType<Sheet['struct']>
/** A cell that heads its row; the library's types don't know it. */
const headsRow = { scope: 'Row' } as object

const create = async (title: string, endedMs: number, language: Language): Promise<Sheet> => {
  const faces = Object.keys(weights) as Face[]
  const scripts = language === 'hi' ? (['latin', 'devanagari'] as const) : (['latin'] as const)
  const fonts = await Promise.all(
    scripts.flatMap(script => faces.map(async face => [`${script} ${face}`, await fontOf(script, face)] as const)),
  )
  // with the first PDF, as the fonts: the server starts without it
  const { default: PDFDocument } = await import('pdfkit')
  const sheet = new PDFDocument({
    size: 'LETTER',
    margin: 56,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: { en: 'en-US', es: 'es-US', hi: 'hi-IN' }[language],
    displayTitle: true,
    info: { Title: title, CreationDate: new Date(endedMs) },
    // the first page's; the standard fonts are not embedded
    font: null as never,
  })
  for (const [name, font] of fonts) sheet.registerFont(name, font)
  return sheet
}

/** Runs of one script, and a question mark for what no font of ours can draw. */
const runsOf = (text: string, language: Language): { script: 'latin' | 'devanagari'; text: string }[] => {
  const isOther = (letter: string) => language === 'hi' && devanagari.test(letter)
  const drawn = [...text.normalize('NFC')].map(letter => (latin.test(letter) || isOther(letter) ? letter : '?'))
  const runs: { script: 'latin' | 'devanagari'; text: string }[] = []
  for (const letter of drawn) {
    const script = isOther(letter) ? 'devanagari' : 'latin'
    const last = runs.at(-1)
    if (last?.script === script) last.text += letter
    else runs.push({ script, text: letter })
  }
  return runs
}

type Spot = { x: number; y: number; width: number }
type Look = Spot & { face: Face; size: number }

const write = (sheet: Sheet, text: string, face: Face, size: number, language: Language, { x, y, width }: Spot) => {
  const runs = runsOf(text, language)
  runs.forEach((run, i) => {
    const options = { width, continued: i < runs.length - 1 }
    sheet.font(`${run.script} ${face}`).fontSize(size)
    if (i === 0) sheet.text(run.text, x, y, options)
    else sheet.text(run.text, options)
  })
}

const [left, valueLeft] = [56, 216]

/** In points. Large print has each value below its label. */
const sizes = { usual: { name: 22, heading: 14, text: 11 }, large: { name: 32, heading: 26, text: 18 } } as const
export type Print = keyof typeof sizes

export const receiptPdf = async (session: Session, language: Language, print: Print = 'usual'): Promise<Buffer> => {
  const size = sizes[print]
  const isLarge = print === 'large'
  const { receipt } = words[language]
  const endedMs = Temporal.Instant.from(session.EndedAt ?? session.EndsAt).epochMilliseconds
  const sheet = await create(receipt.title(session.SessionId), endedMs, language)
  const parts: Buffer[] = []
  sheet.on('data', part => parts.push(part))
  const finished = new Promise<Buffer>((resolve, reject) => {
    sheet.on('end', () => resolve(Buffer.concat(parts)))
    sheet.on('error', reject)
  })
  const whole = sheet.struct('Document')
  sheet.addStructure(whole)
  // drawn as it is added, so that each knows where the one before it ended
  const add = (parent: Element, type: string, text: string, { face, size, ...spot }: Look) => {
    // Devanagari is drawn in another order than it is read
    const options = { ...(language === 'hi' && { actual: text }), ...(type === 'TH' && headsRow) }
    parent.add(sheet.struct(type, options, () => write(sheet, text, face, size, language, spot)))
  }
  add(whole, 'P', 'ParkIt', { face: 'strong', size: size.name, x: left, y: 56, width: 500 })
  add(whole, 'H1', receipt.heading, { face: 'text', size: size.heading, x: left, y: sheet.y, width: 500 })
  sheet.moveDown()
  const table = sheet.struct('Table')
  whole.add(table)
  for (const { label, value } of rows(session, language)) {
    const row = sheet.struct('TR')
    table.add(row)
    const y = sheet.y
    add(row, 'TH', label, { face: 'text', size: size.text, x: left, y, width: isLarge ? 500 : 150 })
    const labelEnd = sheet.y
    const spot = isLarge ? { x: left, y: labelEnd, width: 500 } : { x: valueLeft, y, width: 340 }
    add(row, 'TD', value, { face: 'strong', size: size.text, ...spot })
    row.end()
    if (!isLarge) sheet.y = Math.max(sheet.y, labelEnd)
    sheet.moveDown(0.4)
  }
  table.end()
  whole.end()
  sheet.end()
  return finished
}
