// Creating an account: what is needed, then a code to the phone.
import { register } from '@parkit/contract/driver/account'
import type { Input } from '@parkit/contract/platform/call'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, navigate, useSearchParams } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { withNext } from '#platform/next.ts'
import { dropGuest, session } from '#platform/session.ts'
import { useFailure } from '#ui/form-errors.ts'
import { schemaResolver } from '#ui/form-schema.ts'
import { Acceptance } from './Acceptance.tsx'
import { findTyped, savePending } from './challenge.ts'
import { EnterForm, NewPasswordField, PersonFields, PhoneField, useFields } from './EnterForm.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { useAccountWords } from './words.ts'

type Registration = Input<typeof register>['body']

const nothing: Registration = { FirstName: '', LastName: '', EmailAddress: '', PhoneNumber: '', Password: '' }

const resolver = schemaResolver(async () => (await import('@parkit/contract/driver/account-schemas')).RegisterForm)

export default function RegisterScreen() {
  const words = useAccountWords()
  const next = useSearchParams()[0].get('next')
  const form = useForm({ resolver, defaultValues: findTyped() ?? nothing })
  const { problem, failed, clear } = useFailure(form)
  const begin = useMutation({
    mutationFn: async (body: Registration) =>
      savePending({ ...(await send(register, { body })), purpose: 'register', destination: body.PhoneNumber }, body),
    onMutate: clear,
    onSuccess: () => navigate(withNext('/otp', next)),
    onError: failed,
  })
  const field = useFields(form)
  return (
    <SignInFrame
      title={words.createAccount}
      text={words.registerText}
      back={session.isGuest() ? true : withNext(`/${session.landing()}`, next)}
    >
      <EnterForm
        onSubmit={form.handleSubmit(body => begin.mutate(body))}
        pending={begin.isPending}
        problem={problem}
        submit={words.createAccount}
        submitting={words.creating}
      >
        <PersonFields field={field} />
        <PhoneField field={field} />
        <NewPasswordField field={field} />
      </EnterForm>
      <Acceptance />
      <p className="enter__others enter__others--one">
        <span className="t-2">{words.haveAccount}</span>
        <Link className="link link--tap" to={withNext('/login', next)} onClick={dropGuest}>
          {words.signIn}
        </Link>
      </p>
    </SignInFrame>
  )
}
