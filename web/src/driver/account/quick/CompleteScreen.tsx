// Claiming an account that Quick park began: name, e-mail and a password for what is there already.
import { zodResolver } from '@hookform/resolvers/zod'
import { complete } from '@parkit/contract/driver/account'
import { CompleteForm } from '@parkit/contract/driver/account-schemas'
import type { Input } from '@parkit/contract/platform/call'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, navigate, useSearchParams } from '#platform/address.tsx'
import { CallError, send } from '#platform/client.ts'
import { nextPath, withNext } from '#platform/next.ts'
import { rememberUser, useSession } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { useFailure } from '#ui/form-errors.ts'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { toast } from '#ui/toast.ts'
import { EnterForm, NewPasswordField, PersonFields, useFields } from '../EnterForm.tsx'
import { profileKey } from '../reads.ts'
import { useQuickWords } from './words.ts'

type Claim = Input<typeof complete>['body']

const nothing: Claim = { FirstName: '', LastName: '', EmailAddress: '', Password: '' }

export default function CompleteScreen() {
  const words = useQuickWords()
  const queries = useQueryClient()
  const session = useSession()
  const next = useSearchParams()[0].get('next') ?? '/profile'
  const form = useForm({ resolver: zodResolver(CompleteForm), defaultValues: nothing })
  const field = useFields(form)
  const { problem, failed, clear } = useFailure(form)
  const [late, setLate] = useState(false)
  const save = useMutation({
    mutationFn: (body: Claim) => send(complete, { body }),
    onMutate: () => {
      clear()
      setLate(false)
    },
    onSuccess: user => {
      toast.success(words.completed)
      navigate(nextPath(next), { replace: true })
      rememberUser(user)
      return queries.invalidateQueries({ queryKey: profileKey })
    },
    onError: error => {
      if (error instanceof CallError && error.code === 'email_taken')
        form.setError('EmailAddress', { type: 'server', message: error.message }, { shouldFocus: true })
      else failed(error)
      setLate(error instanceof CallError && error.code === 'code_expired')
    },
  })
  if (!session.isSignedIn()) return <Navigate to={withNext('/login', '/completeaccount')} />
  // whoever has an e-mail has nothing to claim
  if (session.user()?.EmailAddress && !save.isPending) return <Navigate to="/profile" />
  return (
    <Screen title={words.complete} width="form" top={<TopBar title={words.complete} back="/profile" />}>
      <p className="t-2">{words.completeText}</p>
      <EnterForm
        onSubmit={form.handleSubmit(body => save.mutate(body))}
        pending={save.isPending}
        problem={problem}
        remedy={
          late && (
            <Button size="sm" to={withNext('/forgot', '/completeaccount')}>
              {words.proveAgain}
            </Button>
          )
        }
        submit={words.completeIt}
        submitting={words.saving}
      >
        <PersonFields field={field} />
        <NewPasswordField field={field} />
      </EnterForm>
    </Screen>
  )
}
