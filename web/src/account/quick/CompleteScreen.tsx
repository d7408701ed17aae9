// Claiming an account that Quick park began: name, e-mail and a password for what is there already.
import { zodResolver } from '@hookform/resolvers/zod'
import { complete } from '@parkit/contract/account'
import type { Input } from '@parkit/contract/call'
import { password } from '@parkit/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { CallError, send } from '../../platform/client.ts'
import { useLanguage } from '../../platform/language.tsx'
import { nextPath, withNext } from '../../platform/next.ts'
import { rememberUser, useSession } from '../../platform/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Screen, TopBar } from '../../ui/Screen.tsx'
import { toast } from '../../ui/toast.ts'
import '../account.css'
import { useFailure } from '../failing.ts'
import { errorAt } from '../field-error.ts'
import { useQuickWords } from './words.ts'

type Claim = Input<typeof complete>['body']

const nothing: Claim = { FirstName: '', LastName: '', EmailAddress: '', Password: '' }

export default function CompleteScreen() {
  const words = useQuickWords()
  const language = useLanguage()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const session = useSession()
  const next = useSearchParams()[0].get('next') ?? '/profile'
  const form = useForm({ resolver: zodResolver(complete.body), defaultValues: nothing })
  const { errors } = form.formState
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
      return queries.invalidateQueries({ queryKey: ['account.profile'] })
    },
    onError: error => {
      if (error instanceof CallError && error.code === 'email_taken')
        form.setError('EmailAddress', { type: 'server', message: error.message }, { shouldFocus: true })
      else failed(error)
      setLate(error instanceof CallError && error.code === 'code_expired')
    },
  })
  if (!session.isSignedIn()) return <Navigate to={withNext('/login', '/completeaccount')} replace />
  // whoever has an e-mail has nothing to claim
  if (session.user()?.EmailAddress && !save.isPending) return <Navigate to="/profile" replace />
  const field = (name: keyof Claim) => ({
    error: errorAt(errors[name], language),
    ...form.register(name, {
      onBlur: event => event.target.value && form.trigger(name),
      onChange: () => errors[name] && form.trigger(name),
    }),
  })
  return (
    <Screen title={words.complete} width="form" top={<TopBar title={words.complete} back="/profile" />}>
      <p className="t-2">{words.completeText}</p>
      <form
        noValidate
        className="enter__form"
        onSubmit={form.handleSubmit(body => {
          if (!save.isPending) save.mutate(body)
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
          label={words.password}
          type="password"
          autoComplete="new-password"
          help={words.passwordHelp(password.least)}
          {...field('Password')}
        />
        {problem && (
          <Banner
            tone="stop"
            className="enter__problem"
            action={
              late ? (
                <Button size="sm" to={withNext('/forgot', '/completeaccount')}>
                  {words.proveAgain}
                </Button>
              ) : undefined
            }
          >
            {problem}
          </Banner>
        )}
        <Button
          variant="primary"
          block
          type="submit"
          className="enter__submit"
          loading={save.isPending}
          loadingLabel={words.saving}
        >
          {words.completeIt}
        </Button>
      </form>
    </Screen>
  )
}
