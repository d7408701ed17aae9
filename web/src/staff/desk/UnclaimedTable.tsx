// What is owed to drivers who have deleted their accounts: leads pay it by bank and give the transfer's number here.
import { moneyText } from '@parkit/contract/platform/money'
import { payOut, type Unclaimed } from '@parkit/contract/staff/desk-money'
import { PayOutForm } from '@parkit/contract/staff/desk-money-schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#platform/client.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { DeskForm } from './DeskForm.tsx'
import { itemsOf, useUnclaimed } from './desk-queries.ts'
import { More, Table } from './Table.tsx'
import { At } from './Tables.tsx'
import { useDeskWords } from './words.ts'

export default function UnclaimedTable() {
  const words = useDeskWords()
  const pages = useUnclaimed()
  const queries = useQueryClient()
  const [paying, setPaying] = useState<Unclaimed | null>(null)
  return (
    <Table
      title={words.unclaimed}
      heads={[words.owedSince, words.amount, words.why, words.reference, words.state]}
      query={pages}
      items={pages.data && itemsOf(pages.data.pages, ({ Id }) => Id)}
      row={owed => (
        <tr key={owed.Id}>
          <td>
            <At at={owed.Since} />
          </td>
          <td className="num">{moneyText(owed.Amount)}</td>
          <td>{words.whys[owed.Why]}</td>
          <td className="desk__words num">{[owed.SessionId, owed.Reference].filter(Boolean).join(', ')}</td>
          <td>
            <span className="desk__state">
              <Button size="sm" aria-label={words.payOutOf(moneyText(owed.Amount))} onClick={() => setPaying(owed)}>
                {words.markPaidOut}
              </Button>
            </span>
          </td>
        </tr>
      )}
    >
      <More pages={pages} />
      <Sheet open={paying !== null} title={words.paidOutTitle} wide="dialog" onClose={() => setPaying(null)}>
        {paying && (
          <DeskForm
            schema={PayOutForm}
            start={{ Payment: '' }}
            action={words.markPaidOut}
            sending={words.savingPayment}
            onSend={async body => {
              await send(payOut, { params: { id: paying.Id }, body })
              await queries.invalidateQueries({ queryKey: ['desk.unclaimed'] })
              toast.success(words.paidOut)
              setPaying(null)
            }}
          >
            {at => (
              <>
                <p className="t-2">{words.paidOutText(moneyText(paying.Amount))}</p>
                <Field label={words.payment} autoComplete="off" {...at('Payment')} />
              </>
            )}
          </DeskForm>
        )}
      </Sheet>
    </Table>
  )
}
