// A new password, within minutes of signing in by a code.
import { resetPassword } from '@parkit/contract/driver/account'
import type { Input } from '@parkit/contract/platform/call'
import { password } from '@parkit/contract/platform/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, navigate, useSearchParams } from '#platform/address.tsx'
import { CallError, send } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { nextPath, withNext } from '#platform/next.ts'
import { useSession } from '#platform/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { errorAt, useFailure } from '#ui/form-errors.ts'
import { schemaResolver } from '#ui/form-schema.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { toast } from '#ui/toast.ts'
import { useSendCode } from './code-mutation.ts'
import { confirmedEmail } from './email/confirmed-email.ts'
import { useUser } from './profile-query.ts'
import { useAccountWords } from './words.ts'
import './account.css'

const resolver = schemaResolver(async () => (await import('@parkit/contract/driver/account-schemas')).ResetPasswordForm)

export default function ResetPasswordScreen() {
  const words = useAccountWords()
  const language = useLanguage()
  const session = useSession()
  const next = useSearchParams()[0].get('next')
  const { user } = useUser()
  const login = confirmedEmail(user) || user?.PhoneNumber || ''
  const form = useForm({ resolver, defaultValues: { NewPassword: '' } })
  const { problem, failed, clear } = useFailure(form)
  const [late, setLate] = useState(false)
  const save = useMutation({
    mutationFn: (body: Input<typeof resetPassword>['body']) => send(resetPassword, { body }),
    onMutate: () => {
      clear()
      setLate(false)
    },
    onSuccess: () => {
      toast.success(words.passwordSaved)
      navigate(nextPath(next), { replace: true })
    },
    onError: error => {
      failed(error)
      setLate(error instanceof CallError && error.code === 'code_expired')
    },
  })
  const askCode = useSendCode(next, { onError: failed })
  if (!session.isSignedIn()) return <Navigate to={withNext('/login', '/resetpassword')} />
  return (
    <Screen title={words.resetTitle} width="form" top={<TopBar title={words.resetTitle} back="/profile" />}>
      <p className="t-2">{words.resetText}</p>
      <form
        noValidate
        className="enter__form"
        onSubmit={form.handleSubmit(body => {
          if (!save.isPending) save.mutate(body)
        })}
      >
        {/* a password manager files the new password under this name */}
        <input className="sr-only" tabIndex={-1} aria-hidden="true" autoComplete="username" readOnly value={login} />
        <PasswordField
          label={words.newPassword}
          autoComplete="new-password"
          help={words.passwordHelp(password.least)}
          error={errorAt(form.formState.errors.NewPassword, language)}
          {...form.register('NewPassword')}
        />
        {problem && (
          <Banner tone="stop" className="enter__problem">
            {problem}
          </Banner>
        )}
        {late ? (
          <Button
            variant="primary"
            block
            className="enter__submit"
            loading={askCode.isPending}
            loadingLabel={words.sending}
            onClick={() => askCode.mutate({ purpose: 'reset', destination: login })}
          >
            {words.askNewCode}
          </Button>
        ) : (
          <Button
            variant="primary"
            block
            type="submit"
            className="enter__submit"
            loading={save.isPending}
            loadingLabel={words.saving}
          >
            {words.savePassword}
          </Button>
        )}
      </form>
    </Screen>
  )
}
