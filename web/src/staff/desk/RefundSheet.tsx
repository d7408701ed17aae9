// Refunding a session, with the reason that the driver sees.
import type { PastSession } from '@parkit/contract/parking/sessions'
import { amountText, moneyText } from '@parkit/contract/platform/money'
import { refund } from '@parkit/contract/staff/desk-drivers'
import { RefundForm } from '@parkit/contract/staff/desk-drivers-schemas'
import { useQueryClient } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { Field } from '#ui/Field.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast.ts'
import { DeskForm } from './DeskForm.tsx'
import { useDeskWords } from './words.ts'

type Props = { open: boolean; driverId: string; session: PastSession; onClose: () => void }

export default function RefundSheet({ open, driverId, session, onClose }: Props) {
  const words = useDeskWords()
  const queries = useQueryClient()
  return (
    <Sheet open={open} title={words.refundTitle} onClose={onClose}>
      <DeskForm
        schema={RefundForm}
        start={{ Amount: session.AmountPaid, Reason: '' }}
        action={({ Amount }) => (Amount > 0 ? words.payBack(moneyText(Amount)) : words.refund)}
        sending={words.payingBack}
        onSend={async body => {
          const { Proposal } = await send(refund, { params: { driverId, id: session.SessionId }, body })
          const read = ['desk.facts', 'desk.rest', 'desk.session']
          await Promise.all(read.map(name => queries.invalidateQueries({ queryKey: [name, driverId] })))
          if (Proposal) {
            await queries.invalidateQueries({ queryKey: ['desk.proposals'] })
            toast.info(words.waitsForSecond)
          } else toast.success(words.refunded)
          onClose()
        }}
      >
        {at => (
          <>
            <p className="t-2">{words.refundOf(session.Name, moneyText(session.AmountPaid))}</p>
            <Field
              label={words.amount}
              icon="$"
              inputMode="decimal"
              placeholder={amountText(session.AmountPaid)}
              {...at('Amount', { setValueAs: typed => Number(String(typed).trim() || Number.NaN) })}
            />
            <TextArea label={words.reason} {...at('Reason')} />
          </>
        )}
      </DeskForm>
    </Sheet>
  )
}
