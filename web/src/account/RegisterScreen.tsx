// Creating an account: what is needed, then a code to the phone.
import { zodResolver } from '@hookform/resolvers/zod'
import { register } from '@parkit/contract/account'
import type { Input } from '@parkit/contract/call'
import { password } from '@parkit/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { send } from '../platform/client.ts'
import { useLanguage } from '../platform/language.tsx'
import { withNext } from '../platform/next.ts'
import { dropGuest, session } from '../platform/session.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Acceptance } from './Acceptance.tsx'
import { findRegistration, keepPending } from './challenge.ts'
import { useFailure } from './failing.ts'
import { errorAt } from './field-error.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { useAccountWords } from './words.ts'

type Registration = Input<typeof register>['body']

const nothing: Registration = { FirstName: '', LastName: '', EmailAddress: '', PhoneNumber: '', Password: '' }

export default function RegisterScreen() {
  const words = useAccountWords()
  const language = useLanguage()
  const navigate = useNavigate()
  const next = useSearchParams()[0].get('next')
  const form = useForm({ resolver: zodResolver(register.body), defaultValues: findRegistration() ?? nothing })
  const { errors } = form.formState
  const { problem, failed, clear } = useFailure(form)
  const begin = useMutation({
    mutationFn: async (body: Registration) =>
      keepPending({ ...(await send(register, { body })), purpose: 'register', destination: body.PhoneNumber }, body),
    onMutate: clear,
    onSuccess: () => navigate(withNext('/otp', next)),
    onError: failed,
  })
  /** Says what is wrong on leaving a field that was filled, then at every letter until it is right. */
  const field = (name: keyof Registration) => ({
    error: errorAt(errors[name], language),
    ...form.register(name, {
      onBlur: event => event.target.value && form.trigger(name),
      onChange: () => errors[name] && form.trigger(name),
    }),
  })
  return (
    <SignInFrame
      title={words.createAccount}
      text={words.registerText}
      back={session.isGuest() ? true : withNext(`/${session.landing()}`, next)}
    >
      <form
        noValidate
        className="enter__form"
        onSubmit={form.handleSubmit(body => {
          if (!begin.isPending) begin.mutate(body)
        })}
      >
        <div className="enter__names">
          <Field label={words.firstName} autoComplete="given-name" {...field('FirstName')} />
          <Field label={words.lastName} note={words.optional} autoComplete="family-name" {...field('LastName')} />
        </div>
        <Field
          label={words.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...field('EmailAddress')}
        />
        <Field
          label={words.phone}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          help={words.phoneHelp}
          {...field('PhoneNumber')}
        />
        <Field
          label={words.password}
          type="password"
          autoComplete="new-password"
          help={words.passwordHelp(password.least)}
          {...field('Password')}
        />
        {problem && (
          <Banner tone="stop" className="enter__problem">
            {problem}
          </Banner>
        )}
        <Button
          variant="primary"
          block
          type="submit"
          className="enter__submit"
          loading={begin.isPending}
          loadingLabel={words.creating}
        >
          {words.createAccount}
        </Button>
      </form>
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
