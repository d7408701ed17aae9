// Printed signs as a PDF, one a page: laid out for Letter and scaled to A4.
import type Document from 'pdfkit'
import encodeQR from 'qr'
import type { Place } from '#city/places/places.ts'
import { cutFont, latin } from '#platform/pdf-fonts.ts'
import { phoneText, rateRows, rulesText } from './sign-text.ts'
import type { SignLink } from './signs.ts'

export const paperSizes = { letter: [612, 792], a4: [595.28, 841.89] } as const
export type PaperSize = keyof typeof paperSizes

export type PrintedSign = { place: Place; link: SignLink }
type Contacts = { city: string; textNumber: string | null; phone: string | null }

const [sun, ink, white] = ['#ffcb05', '#14171c', '#ffffff']
/** left and right edge of the content */
const [left, right] = [57, 555]

const drawn = (text: string) => [...text.normalize('NFC')].map(letter => (latin.test(letter) ? letter : '?')).join('')

const faces = { number: [700, 75], head: [700, 75], strong: [700, 100], text: [500, 100] } as const
type Face = keyof typeof faces

let faceFonts: Promise<[Face, Buffer][]> | undefined

/** The design's font with its axes fixed: a PDF takes no variable font. Made once for all sheets of a run. */
const loadFaces = () => {
  faceFonts ??= makeFaces()
  return faceFonts
}
const makeFaces = () =>
  Promise.all(
    Object.entries(faces).map(
      async ([face, [wght, wdth]]): Promise<[Face, Buffer]> => [face as Face, await cutFont('latin', wght, wdth)],
    ),
  )

type Sheet = InstanceType<typeof Document>
type Look = { face?: Face; size: number; align?: 'left' | 'center' | 'right'; spacing?: number; width?: number }

/** One line on its baseline, smaller where it is wider than it may be. Returns its width. */
const write = (sheet: Sheet, text: string, x: number, baseline: number, look: Look): number => {
  const { face = 'text', size, align = 'left', spacing = 0, width = right - left } = look
  const line = drawn(text)
  const options = { characterSpacing: spacing }
  sheet.font(face).fontSize(size)
  const natural = sheet.widthOfString(line, options)
  sheet.fontSize(Math.min(size, (size * width) / natural))
  const own = Math.min(natural, width)
  const start = x - { left: 0, center: own / 2, right: own }[align]
  sheet.fillColor(ink).text(line, start, baseline, { ...options, baseline: 'alphabetic', lineBreak: false })
  return own
}

const rule = (sheet: Sheet, y: number) => sheet.rect(left, y - 1.5, right - left, 3).fill(ink)

/** The letter of the sign, in a box of 64: the mark of the app. */
const letterP = 'M20 13.5h14.4a11.7 11.7 0 0 1 0 23.4H20ZM27.8 20.3v9.8h6.3a4.9 4.9 0 0 0 0-9.8ZM20 40.2h7.8v10.8H20Z'

const drawHead = (sheet: Sheet, { place, link }: PrintedSign) => {
  sheet.roundedRect(left, 49, 99, 99, 22).fill(ink)
  sheet
    .save()
    .translate(left, 49)
    .scale(99 / 64)
    .path(letterP)
    .fill(sun, 'even-odd')
    .restore()
  write(sheet, 'Pay to park', 177, 106, { face: 'head', size: 64, width: right - 177 })
  write(sheet, place.name, 177, 138, { size: 23, width: right - 177 })
  write(sheet, 'ZONE', 306, 181, { face: 'head', size: 30, align: 'center', spacing: 4 })
  write(sheet, link.zoneNumber, 306, 358, { face: 'number', size: 228, align: 'center' })
}

const drawRates = (sheet: Sheet, { place }: PrintedSign, at: Temporal.Instant, shortLink: string) => {
  const book = place.calendarAt(at)?.book
  const rows = (book && rateRows(book)) ?? []
  const rules = book ? rulesText(book) : ''
  const notes = [rules, rows.length === 0 ? `Rates and hours: ${shortLink}` : ''].filter(Boolean)
  rule(sheet, 376)
  const step = 110 / (rows.length + notes.length + 0.15)
  const size = Math.min(25, step * 0.72)
  let baseline = 376 + Math.min(step, 36) * 0.92
  for (const { times, price, limit } of rows) {
    write(sheet, times, left, baseline, { face: 'strong', size, width: 220 })
    write(sheet, price, 294, baseline, { face: 'strong', size, width: 140 })
    write(sheet, limit, right, baseline, { face: 'strong', size, width: 115, align: 'right' })
    baseline += Math.min(step, 36)
  }
  for (const note of notes) {
    write(sheet, note, left, baseline - 2, { size: Math.min(18, size) })
    baseline += Math.min(step, 36)
  }
  rule(sheet, 489)
}

const quietModules = 4

/** With room for damage: a quarter of it may be missing. */
const drawCode = (sheet: Sheet, url: string) => {
  const code = encodeQR(url, 'raw', { ecc: 'quartile', border: quietModules })
  const box = 207
  const module = box / code.length
  sheet.roundedRect(left, 510, box, box, 14).fill(white)
  code.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) sheet.rect(left + x * module, 510 + y * module, module, module)
    })
  })
  // all at once: squares filled one by one show hairlines between them
  sheet.fill(ink)
}

/** Icons of 24, drawn with a line of 2. */
const icons = {
  camera:
    'M14.5 4h-5L7 7H4a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-3ZM15 13a3 3 0 1 1-6 0a3 3 0 1 1 6 0',
  globe: 'M22 12a10 10 0 1 1-20 0a10 10 0 1 1 20 0M12 2a14.5 14.5 0 0 0 0 20a14.5 14.5 0 0 0 0-20M2 12h20',
  message: 'M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2Z',
}

type Way = { icon: keyof typeof icons; parts: [text: string, face: Face][] }

const drawWays = (sheet: Sheet, ways: Way[]) => {
  ways.forEach(({ icon, parts }, i) => {
    const y = 546 + i * 42
    sheet.circle(301, y, 16).fill(ink)
    sheet
      .save()
      .translate(291.4, y - 9.6)
      .scale(0.8)
      .lineWidth(2)
      .lineJoin('round')
    sheet.path(icons[icon]).stroke(sun).restore()
    const [size, width] = [18.5, right - 328]
    const wide = parts.reduce(
      (sum, [text, face]) => sum + sheet.font(face).fontSize(size).widthOfString(drawn(text)),
      0,
    )
    let x = 328
    for (const [text, face] of parts)
      x += write(sheet, text, x, y + 6, { face, size: size * Math.min(1, width / wide), width: right - x })
  })
}

const drawSign = (sheet: Sheet, sign: PrintedSign, { city, textNumber, phone }: Contacts, at: Temporal.Instant) => {
  const { link } = sign
  const host = new URL(link.url).host
  const shortLink = `${host}/z/${link.zoneNumber}`
  drawHead(sheet, sign)
  drawRates(sheet, sign, at, shortLink)
  drawCode(sheet, link.url)
  drawWays(sheet, [
    { icon: 'camera', parts: [['Scan with your camera', 'strong']] },
    {
      icon: 'globe',
      parts: [
        ['or go to ', 'text'],
        [shortLink, 'strong'],
      ],
    },
    ...(textNumber
      ? [
          {
            icon: 'message',
            parts: [
              ['or text ', 'text'],
              [link.zoneNumber, 'strong'],
              [' to ', 'text'],
              [phoneText(textNumber), 'strong'],
            ],
          } satisfies Way,
        ]
      : []),
  ])
  write(sheet, 'No app, no account. A real sign only', 285, 675, { size: 15.5, width: right - 285 })
  write(sheet, `ever opens ${host}.`, 285, 696, { size: 15.5, width: right - 285 })
  write(sheet, `City of ${city}`, left, 742, { size: 13, width: 160 })
  if (phone) write(sheet, `Questions: ${phoneText(phone)}`, 306, 742, { size: 13, align: 'center', width: 170 })
  const serial = String(link.serial).padStart(2, '0')
  write(sheet, `Sign ${link.zoneNumber}-${serial}`, right, 742, { size: 13, align: 'right', width: 160 })
}

/** `at`: whose rates are printed. */
export const signsPdf = async (
  signs: PrintedSign[],
  { size, at, ...contacts }: Contacts & { size: PaperSize; at: Temporal.Instant },
): Promise<Buffer> => {
  const [width, height] = paperSizes[size]
  // with the first PDF, as the fonts: the server starts without it
  const { default: PDFDocument } = await import('pdfkit')
  const sheet = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    info: { Title: 'ParkIt signs', CreationDate: new Date(at.epochMilliseconds) },
  })
  for (const [face, font] of await loadFaces()) sheet.registerFont(face, font)
  const parts: Buffer[] = []
  sheet.on('data', part => parts.push(part))
  const finished = new Promise<Buffer>((resolve, reject) => {
    sheet.on('end', () => resolve(Buffer.concat(parts)))
    sheet.on('error', reject)
  })
  const scale = Math.min(width / paperSizes.letter[0], height / paperSizes.letter[1])
  for (const sign of signs) {
    sheet.addPage()
    sheet.rect(0, 0, width, height).fill(sun)
    sheet
      .lineWidth(6)
      .roundedRect(24, 24, width - 48, height - 48, 30)
      .stroke(ink)
    sheet
      .save()
      .translate((width - 612 * scale) / 2, (height - 792 * scale) / 2)
      .scale(scale)
    drawSign(sheet, sign, contacts, at)
    sheet.restore()
  }
  sheet.end()
  return finished
}
