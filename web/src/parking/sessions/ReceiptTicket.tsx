// The receipt itself: place, payment and vehicle on one ticket, under the recorded labels.

import type { SessionDetail } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { Check, Clock3, RotateCcw, X } from 'lucide-react'
import { useVehicles, vehicleName } from '#driver/vehicles/vehicles.ts'
import { useLanguage } from '#platform/language.tsx'
import { addressIn, durationText } from '#platform/text.ts'
import { Facts } from '#ui/Panel.tsx'
import { Plate } from '#ui/Plate.tsx'
import { KeyValue, Tag } from '#ui/Row.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import { Ticket } from '#ui/Ticket.tsx'
import { changeItems, lineItems, paidVia } from './price-text.ts'
import { addressLines, receiptDate, receiptHours } from './receipt-text.ts'
import { SessionIdText } from './SessionIdText.tsx'
import { useParkingWords } from './words.ts'

const faces = {
  Paid: { tone: 'go', icon: <Check size={17} /> },
  Pending: { tone: 'warn', icon: <Clock3 size={17} /> },
  Failed: { tone: 'stop', icon: <X size={17} /> },
  Refunded: { tone: 'plain', icon: <RotateCcw size={17} /> },
} as const

export function ReceiptTicket({ receipt }: { receipt: SessionDetail }) {
  const words = useParkingWords()
  const language = useLanguage()
  const face = faces[receipt.PaymentStatus]
  const { Vehicle } = receipt
  const position = (useVehicles().data ?? []).findIndex(vehicle => vehicle.VehicleID === Vehicle.VehicleID)
  const yesNo = (yes: boolean) => (yes ? words.yes : words.no)
  return (
    <Ticket>
      <div className="receipt__place">
        <Sign zone={receipt.ZoneNumber} size="md" />
        <div className="grow">
          <h2 className="t-h3" lang="en">
            {receipt.Name}
          </h2>
          {addressLines(addressIn(receipt)).map(line => (
            <p key={line} className="t-sm t-2" lang="en">
              {line}
            </p>
          ))}
        </div>
      </div>
      <div>
        <div className="receipt__paid">
          <div>
            <p className="t-sm t-2">{words.amountPaid}</p>
            <p className="t-num-l">{moneyText(receipt.AmountPaid)}</p>
          </div>
          <div className="receipt__status">
            <p className="t-sm t-2">{words.paymentStatus}</p>
            <Tag tone={face.tone} icon={face.icon}>
              {words.statuses[receipt.PaymentStatus]}
            </Tag>
          </div>
        </div>
        <KeyValue
          items={[
            { label: words.sessionId, value: <SessionIdText id={receipt.SessionId} /> },
            { label: words.date, value: receiptDate(receipt, language) },
            {
              label: words.duration,
              value: (
                <Facts
                  items={[
                    <Spoken key="stay" text={durationText(receipt.Minutes, language)} />,
                    receiptHours(receipt, language),
                  ]}
                />
              ),
            },
            ...changeItems(receipt, words, language),
            ...lineItems(receipt.Lines, words, language),
            receipt.Refunded > 0 && { label: words.refunded, value: moneyText(-receipt.Refunded) },
            { label: words.paidVia, value: paidVia(receipt, words.wallet) },
          ]}
        />
      </div>
      <div>
        <h3 className="receipt__vehicle-title t-sm t-strong">{words.vehicleInformation}</h3>
        <div className="receipt__vehicle">
          <Plate plate={Vehicle.PlateNumber} state={Vehicle.PlateState} />
          <span className="grow">
            <span className="row__t">{vehicleName(Vehicle)}</span>
            {position >= 0 && <span className="row__s">{words.vehicleNumber(position + 1)}</span>}
          </span>
        </div>
        <KeyValue
          items={[
            { label: words.autoSession, value: yesNo(receipt.AutoSession) },
            { label: words.autoExtend, value: yesNo(receipt.AutoExtended) },
          ]}
        />
      </div>
    </Ticket>
  )
}
