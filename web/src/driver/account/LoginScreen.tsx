// Signing in by password, or by a code instead.
import { zodResolver } from '@hookform/resolvers/zod'
import { token } from '@parkit/contract/driver/account'
import { requiredText } from '@parkit/contract/platform/fields'
import { useMutation } from '@tanstack/react-query'
import { KeyRound, MessageSquareText } from 'lucide-react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Link, navigate, useSearchParams } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { nextPath, withNext } from '#platform/next.ts'
import { becomeGuest, useSession } from '#platform/session.ts'
import { flushUpdates, useSignIn } from '#platform/sign-in.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { errorAt, useFailure } from '#ui/form-errors.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import type { Purpose } from './challenge.ts'
import { useSendCode } from './code-mutation.ts'
import { usePasskeySignIn } from './passkeys/passkey-queries.ts'
import { usePasskeyWords } from './passkeys/words.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { useAccountWords } from './words.ts'

const Login = z.object({ username: requiredText(254, 'username_required'), password: requiredText(200) })

export default function LoginScreen() {
  const words = useAccountWords()
  const passkeyWords = usePasskeyWords()
  const language = useLanguage()
  const session = useSession()
  const enter = useSignIn()
  const next = useSearchParams()[0].get('next')
  // nothing is said on leaving a field here: the words would push away the button being pressed
  const form = useForm({ resolver: zodResolver(Login), defaultValues: { username: '', password: '' } })
  const { errors } = form.formState
  const { problem, failed, clear } = useFailure(form)
  const signIn = useMutation({
    mutationFn: (typed: z.infer<typeof Login>) => send(token, { body: { grant_type: 'password', ...typed } }),
    onMutate: clear,
    onSuccess: answer => enter(answer, next),
    onError: failed,
  })
  const code = useSendCode(next, { onMutate: clear, onError: failed })
  const passkey = usePasskeySignIn(next, { onMutate: clear, onError: failed })
  const askCode = async (purpose: Purpose) => {
    form.clearErrors('password')
    if (await form.trigger('username', { shouldFocus: true }))
      code.mutate({ purpose, destination: form.getValues('username').trim() })
  }
  const asGuest = () =>
    flushUpdates(() => {
      // who was a guest already was sent here because a guest may not go on
      const path = session.isGuest() ? '/homepage' : nextPath(next)
      becomeGuest()
      navigate(path)
    })
  const busy = signIn.isPending || code.isPending || Boolean(passkey?.isPending)
  return (
    <SignInFrame
      title={words.welcome}
      text={words.signInText}
      back={session.isGuest() ? true : withNext(`/${session.landing()}`, next)}
    >
      <form noValidate className="enter__form" onSubmit={form.handleSubmit(typed => !busy && signIn.mutate(typed))}>
        <Field
          label={words.login}
          autoComplete={passkey ? 'username webauthn' : 'username'}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errorAt(errors.username, language)}
          {...form.register('username')}
        />
        <PasswordField
          label={words.password}
          autoComplete="current-password"
          error={errorAt(errors.password, language)}
          {...form.register('password')}
        />
        <button type="button" className="link link--tap enter__forgot" onClick={() => !busy && askCode('reset')}>
          {words.forgot}
        </button>
        {problem && (
          <Banner tone="stop" className="enter__problem">
            {problem}
          </Banner>
        )}
        <Button variant="primary" block type="submit" loading={signIn.isPending} loadingLabel={words.signingIn}>
          {words.signIn}
        </Button>
      </form>
      <div className="enter__or t-sm t-2">{words.or}</div>
      {passkey && (
        <Button
          block
          className="enter__passkey"
          icon={<KeyRound size={22} />}
          loading={passkey.isPending}
          loadingLabel={passkeyWords.signingIn}
          onClick={() => !busy && passkey.press()}
        >
          {passkeyWords.signIn}
        </Button>
      )}
      <Button
        block
        icon={<MessageSquareText size={22} />}
        loading={code.isPending}
        loadingLabel={words.sending}
        onClick={() => !busy && askCode('sign-in')}
      >
        {words.sendCode}
      </Button>
      <nav className="enter__others">
        <Link className="link link--tap" to={withNext('/register', next)}>
          {words.createAccount}
        </Link>
        <button type="button" className="link link--tap" onClick={asGuest}>
          {words.guest}
        </button>
      </nav>
    </SignInFrame>
  )
}
