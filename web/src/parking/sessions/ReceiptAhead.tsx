// The receipt while it loads: labels and placeholders. On a prerendered page app/prerender/fill-picture.ts fills `data-known`.
import './session-id.css'
import { KeyValue } from '#ui/Row.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { Ticket } from '#ui/Ticket.tsx'
import { useParkingWords } from './words.ts'

/** Width of the sign of a zone with five digits, so that the name beside it wraps as it will later. */
const signPx = 110.73

const line = <Skeleton width={120} height={16} />

export function ReceiptAhead() {
  const words = useParkingWords()
  return (
    <Loading className="receipt__ahead">
      <Ticket>
        <div className="receipt__place">
          <Skeleton width={signPx} height={68} radius={12} />
          <div className="grow">
            <p className="t-h3" data-known="name">
              <Skeleton width="76%" height={20} />
            </p>
            <p className="t-sm t-2" data-known="street">
              <Skeleton width="58%" height={14} />
            </p>
            <p className="t-sm t-2" data-known="city" />
          </div>
        </div>
        <div>
          <div className="receipt__paid">
            <div>
              <p className="t-sm t-2">{words.amountPaid}</p>
              <p className="t-num-l" data-known="paid">
                <Skeleton width={120} height={40} />
              </p>
            </div>
            <p className="t-sm t-2">{words.paymentStatus}</p>
          </div>
          <KeyValue
            items={[
              {
                label: words.sessionId,
                value: (
                  <span className="session-id">
                    <span data-known="session">{line}</span>
                    <span data-known="sessionEnd" />
                  </span>
                ),
              },
              { label: words.date, value: line },
              { label: words.duration, value: line },
              { label: words.paidVia, value: line },
            ]}
          />
        </div>
        <div>
          <p className="receipt__vehicle-title t-sm t-strong">{words.vehicleInformation}</p>
          <Skeleton width={180} height={44} radius={10} className="receipt__vehicle" />
          <KeyValue
            items={[
              { label: words.autoSession, value: line },
              { label: words.autoExtend, value: line },
            ]}
          />
        </div>
      </Ticket>
    </Loading>
  )
}
