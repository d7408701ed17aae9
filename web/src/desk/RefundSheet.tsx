// Paying back for a session, with the reason that the driver is told.

import { zodResolver } from '@hookform/resolvers/zod'
import { RefundForm, refund } from '@parkit/contract/desk-drivers'
import { amountText, moneyText } from '@parkit/contract/money'
import type { PastSession } from '@parkit/contract/parking'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useFailure } from '../account/failing.ts'
import { errorAt } from '../account/field-error.ts'
import { send } from '../platform/client.ts'
import { useLanguage } from '../platform/language.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Field, TextArea } from '../ui/Field.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { toast } from '../ui/toast.ts'
import { useDeskWords } from './words.ts'

type Props = { driverId: string; session: PastSession }

export function RefundSheet({ open, onClose, ...props }: Props & { open: boolean; onClose: () => void }) {
  const words = useDeskWords()
  return (
    <Sheet open={open} title={words.refundTitle} onClose={onClose}>
      <PayBack {...props} onDone={onClose} />
    </Sheet>
  )
}

function PayBack({ driverId, session, onDone }: Props & { onDone: () => void }) {
  const words = useDeskWords()
  const language = useLanguage()
  const queries = useQueryClient()
  const form = useForm({
    resolver: zodResolver(RefundForm),
    defaultValues: { Amount: session.AmountPaid, Reason: '' },
  })
  const { errors } = form.formState
  const { problem, failed, clear } = useFailure(form)
  const pay = useMutation({
    mutationFn: (body: z.infer<typeof RefundForm>) =>
      send(refund, { params: { driverId, id: session.SessionId }, body }),
    onMutate: clear,
    onSuccess: async () => {
      await Promise.all(
        [
          ['desk.facts', driverId],
          ['desk.rest', driverId],
          ['desk.session', driverId],
        ].map(queryKey => queries.invalidateQueries({ queryKey })),
      )
      toast.success(words.refunded)
      onDone()
    },
    onError: failed,
  })
  return (
    <form noValidate className="desk__form" onSubmit={form.handleSubmit(typed => !pay.isPending && pay.mutate(typed))}>
      <p className="t-2">{words.refundOf(session.Name, moneyText(session.AmountPaid))}</p>
      <Field
        label={words.amount}
        icon="$"
        inputMode="decimal"
        placeholder={amountText(session.AmountPaid)}
        error={errorAt(errors.Amount, language)}
        {...form.register('Amount', { setValueAs: typed => Number(String(typed).trim() || Number.NaN) })}
      />
      <TextArea label={words.reason} error={errorAt(errors.Reason, language)} {...form.register('Reason')} />
      {problem && <Banner tone="stop">{problem}</Banner>}
      <Button variant="primary" block type="submit" loading={pay.isPending} loadingLabel={words.payingBack}>
        {words.payBack}
      </Button>
    </form>
  )
}
