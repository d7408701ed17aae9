// The receipt as a PDF: the recorded fields of /confirmlocation on one page, in the place's time zone.

import type { Session } from '@parkit/contract/parking/sessions'
import PDFDocument from 'pdfkit'
import { createReceipt } from '#messaging/notices/notices.ts'
import { timeText } from '#platform/time-text.ts'

const yesNo = (value: boolean) => (value ? 'Yes' : 'No')
const grouped = (sessionId: string) => sessionId.replace(/^P-(.{5})(.{5})$/, 'P-$1 $2')

/** What the standard fonts of a PDF can't draw, which they would write as other letters. */
const undrawable = /[^\x20-\x7E\xA0-\xFF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu
const drawable = (text: string) => text.normalize('NFC').replace(undrawable, '?')

/** In English: the standard fonts have no Devanagari. */
const rows = (session: Session): { label: string; value: string }[] => {
  const start = Temporal.Instant.from(session.StartedAt)
  const end = Temporal.Instant.from(session.EndedAt ?? session.EndsAt)
  const { place, payment } = createReceipt({ ...session, SessionId: grouped(session.SessionId) }, 'en')
  const { TimeZone, Vehicle } = session
  const from = timeText(start, TimeZone, 'en', end)
  const to = timeText(end, TimeZone, 'en', start)
  return [
    ...place,
    { label: 'Date', value: start.toZonedDateTimeISO(TimeZone).toLocaleString('en-US', { dateStyle: 'full' }) },
    { label: 'Time', value: `${from} – ${to} (${TimeZone})` },
    { label: 'Duration', value: `${session.Minutes} minutes` },
    ...payment,
    { label: 'Payment Status', value: session.PaymentStatus },
    { label: 'Vehicle Make', value: Vehicle.VehicleMake || '–' },
    { label: 'Model', value: Vehicle.VehicleModel || '–' },
    { label: 'Vehicle Plate #', value: Vehicle.PlateNumber || '–' },
    { label: 'State', value: Vehicle.PlateState },
    { label: 'Auto Session Used', value: yesNo(session.AutoSession) },
    { label: 'Auto Extend Used', value: yesNo(session.AutoExtended) },
  ]
}

export const receiptPdf = (session: Session): Promise<Buffer> => {
  const sheet = new PDFDocument({
    size: 'LETTER',
    margin: 56,
    info: {
      Title: `ParkIt receipt ${session.SessionId}`,
      CreationDate: new Date(Temporal.Instant.from(session.EndedAt ?? session.EndsAt).epochMilliseconds),
    },
  })
  const parts: Buffer[] = []
  sheet.on('data', part => parts.push(part))
  const finished = new Promise<Buffer>((resolve, reject) => {
    sheet.on('end', () => resolve(Buffer.concat(parts)))
    sheet.on('error', reject)
  })
  sheet.font('Helvetica-Bold').fontSize(22).text('ParkIt')
  sheet.font('Helvetica').fontSize(14).text('Receipt').moveDown()
  for (const { label, value } of rows(session)) {
    const top = sheet.y
    sheet.font('Helvetica').fontSize(11).text(label, 56, top, { width: 150 })
    sheet.font('Helvetica-Bold').text(drawable(value), 216, top, { width: 340 })
    sheet.moveDown(0.4)
  }
  sheet.end()
  return finished
}
