// What is owed to drivers who have deleted their accounts: leads pay it by bank and give the transfer's number here.
import { zodResolver } from '@hookform/resolvers/zod'
import { PayOutForm, payOut, type Unclaimed } from '@parkit/contract/desk-money'
import { moneyText } from '@parkit/contract/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useFailure } from '../account/failing.ts'
import { errorAt } from '../account/field-error.ts'
import { send } from '../platform/client.ts'
import { useLanguage } from '../platform/language.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { toast } from '../ui/toast.ts'
import { More } from './More.tsx'
import { itemsOf, useUnclaimed } from './reads.ts'
import { Table } from './Table.tsx'
import { At } from './Tables.tsx'
import { useDeskWords } from './words.ts'

export function UnclaimedTable() {
  const words = useDeskWords()
  const pages = useUnclaimed()
  const [paying, pay] = useState<Unclaimed | null>(null)
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
            <Button size="sm" aria-label={words.payOutOf(moneyText(owed.Amount))} onClick={() => pay(owed)}>
              {words.markPaidOut}
            </Button>
          </td>
        </tr>
      )}
    >
      <More pages={pages} />
      <Sheet open={paying !== null} title={words.paidOutTitle} wide="dialog" onClose={() => pay(null)}>
        {paying && <PayOut owed={paying} onDone={() => pay(null)} />}
      </Sheet>
    </Table>
  )
}

function PayOut({ owed, onDone }: { owed: Unclaimed; onDone: () => void }) {
  const words = useDeskWords()
  const language = useLanguage()
  const queries = useQueryClient()
  const form = useForm({ resolver: zodResolver(PayOutForm), defaultValues: { Payment: '' } })
  const { problem, failed, clear } = useFailure(form)
  const mark = useMutation({
    mutationFn: (body: { Payment: string }) => send(payOut, { params: { id: owed.Id }, body }),
    onMutate: clear,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['desk.unclaimed'] })
      toast.success(words.paidOut)
      onDone()
    },
    onError: failed,
  })
  return (
    <form
      noValidate
      className="desk__form"
      onSubmit={form.handleSubmit(typed => !mark.isPending && mark.mutate(typed))}
    >
      <p className="t-2">{words.paidOutText(moneyText(owed.Amount))}</p>
      <Field
        label={words.payment}
        autoComplete="off"
        error={errorAt(form.formState.errors.Payment, language)}
        {...form.register('Payment')}
      />
      {problem && <Banner tone="stop">{problem}</Banner>}
      <Button variant="primary" block type="submit" loading={mark.isPending} loadingLabel={words.savingPayment}>
        {words.markPaidOut}
      </Button>
    </form>
  )
}
