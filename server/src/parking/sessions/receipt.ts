// The receipt as a PDF: the recorded fields of /confirmlocation on one page, in the place's time zone.

import type { Session } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import PDFDocument from 'pdfkit'

const date = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone }).format(
    Temporal.Instant.from(instant).epochMilliseconds,
  )
const time = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(
    Temporal.Instant.from(instant).epochMilliseconds,
  )
const yesNo = (value: boolean) => (value ? 'Yes' : 'No')
const grouped = (sessionId: string) => sessionId.replace(/^P-(.{5})(.{5})$/, 'P-$1 $2')

const rows = (session: Session): [label: string, value: string][] => {
  const end = session.EndedAt ?? session.EndsAt
  return [
    ['Session ID', grouped(session.SessionId)],
    ['Zone', session.ZoneNumber],
    ['Address', `${session.Name}, ${session.Address}`],
    ['Date', date(session.StartedAt, session.TimeZone)],
    ['Time', `${time(session.StartedAt, session.TimeZone)} – ${time(end, session.TimeZone)} (${session.TimeZone})`],
    ['Duration', `${session.Minutes} minutes`],
    ['Parking', moneyText(session.Parking)],
    ['Service fee', moneyText(session.ServiceFee)],
    ...(session.Refunded > 0 ? [['Paid back', moneyText(session.Refunded)] as [string, string]] : []),
    ['Amount Paid', moneyText(session.AmountPaid)],
    ['Paid Via', session.PaidVia === 'wallet' ? 'Wallet' : session.PaidVia],
    ['Payment Status', session.PaymentStatus],
    ['Vehicle Make', session.Vehicle.VehicleMake || '–'],
    ['Model', session.Vehicle.VehicleModel || '–'],
    ['Vehicle Plate #', session.Vehicle.PlateNumber || '–'],
    ['State', session.Vehicle.PlateState],
    ['Auto Session Used', yesNo(session.AutoSession)],
    ['Auto Extend Used', yesNo(session.AutoExtended)],
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
  for (const [label, value] of rows(session)) {
    const top = sheet.y
    sheet.font('Helvetica').fontSize(11).text(label, 56, top, { width: 150 })
    sheet.font('Helvetica-Bold').text(value, 216, top, { width: 340 })
    sheet.moveDown(0.4)
  }
  sheet.end()
  return finished
}
