// Claiming an account that Quick park began: name, e-mail and a password for what is there already.
import { complete } from '@parkit/contract/driver/account'
import type { Input } from '@parkit/contract/platform/call'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Navigate, navigate, useSearchParams } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { nextPath, withNext } from '#platform/next.ts'
import { rememberUser, useSession } from '#platform/session.ts'
import { useFailure } from '#ui/form-errors.ts'
import { schemaResolver } from '#ui/form-schema.ts'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { toast } from '#ui/toast.ts'
import { EnterForm, NewPasswordField, PersonFields, useFields } from '../EnterForm.tsx'
import { profileKey } from '../profile-query.ts'
import { useProof } from '../proof/proof.tsx'
import { useQuickWords } from './words.ts'

type Claim = Input<typeof complete>['body']

const nothing: Claim = { FirstName: '', LastName: '', EmailAddress: '', Password: '' }

const resolver = schemaResolver(async () => (await import('@parkit/contract/driver/account-schemas')).CompleteForm)

export default function CompleteScreen() {
  const words = useQuickWords()
  const queries = useQueryClient()
  const session = useSession()
  const next = useSearchParams()[0].get('next') ?? '/profile'
  const form = useForm({ resolver, defaultValues: nothing })
  const field = useFields(form)
  const { problem, failed, clear } = useFailure(form)
  const proof = useProof()
  const save = useMutation({
    mutationFn: (body: Claim) => send(complete, { body }),
    onMutate: clear,
    onSuccess: user => {
      toast.success(words.completed)
      navigate(nextPath(next), { replace: true })
      rememberUser(user)
      return queries.invalidateQueries({ queryKey: profileKey })
    },
    onError: (error, body) => {
      if (!proof.asks(error, () => save.mutate(body))) failed(error)
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
        submit={words.completeIt}
        submitting={words.saving}
      >
        <PersonFields field={field} />
        <NewPasswordField field={field} />
      </EnterForm>
      {proof.sheet}
    </Screen>
  )
}
