// Signing in by a passkey where the browser can, by password, or by a code instead.
import { token } from '@parkit/contract/driver/account'
import { useMutation } from '@tanstack/react-query'
import { KeyRound, MessageSquareText } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, navigate, useSearchParams } from '#platform/address.tsx'
import { CallError, send } from '#platform/client.ts'
import { isEmail } from '#platform/contact-text.ts'
import { useLanguage } from '#platform/language.tsx'
import { nextPath, withNext } from '#platform/next.ts'
import { becomeGuest, useSession } from '#platform/session.ts'
import { flushUpdates, useSignIn } from '#platform/sign-in.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/Field.tsx'
import { errorAt, useFailure } from '#ui/form-errors.ts'
import { schemaResolver } from '#ui/form-schema.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import type { Purpose } from './challenge.ts'
import { useSendCode } from './code-mutation.ts'
import type { LoginForm } from './login-schema.ts'
import { usePasskeySignIn } from './passkeys/passkey-queries.ts'
import { usePasskeyWords } from './passkeys/words.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { useAccountWords } from './words.ts'

const resolver = schemaResolver(async () => (await import('./login-schema.ts')).LoginForm)

export default function LoginScreen() {
  const words = useAccountWords()
  const passkeyWords = usePasskeyWords()
  const language = useLanguage()
  const session = useSession()
  const enter = useSignIn()
  const next = useSearchParams()[0].get('next')
  // nothing is said on leaving a field here: the words would push away the button being pressed
  const form = useForm({ resolver, defaultValues: { username: '', password: '' } })
  const { errors } = form.formState
  const { problem, failed, clear } = useFailure(form)
  const signIn = useMutation({
    mutationFn: (typed: LoginForm) => send(token, { body: { grant_type: 'password', ...typed } }),
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
  // a passkey comes first; the password is asked for once it is known whose
  const [isNamed, setIsNamed] = useState(false)
  const isShort = passkey !== null && !isNamed
  const { setFocus } = form
  useEffect(() => {
    if (isNamed) setFocus('password')
  }, [isNamed, setFocus])
  const proceed = async () => {
    if (await form.trigger('username', { shouldFocus: true })) setIsNamed(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isShort) void proceed()
    else void form.handleSubmit(typed => !busy && signIn.mutate(typed))(event)
  }
  // said of every e-mail, so that it tells nobody whether this one has an account
  const mayBeUnconfirmed =
    signIn.error instanceof CallError &&
    signIn.error.code === 'wrong_credentials' &&
    isEmail(signIn.variables?.username ?? '')
  const busy = signIn.isPending || code.isPending || Boolean(passkey?.isPending)
  const passkeyButton = passkey && (
    <Button
      variant={isShort ? 'primary' : 'secondary'}
      size={isShort ? 'amount' : 'lg'}
      block
      className={isShort ? 'enter__first' : 'enter__passkey'}
      icon={<KeyRound size={isShort ? 24 : 22} />}
      loading={passkey.isPending}
      loadingLabel={passkeyWords.signingIn}
      onClick={() => !busy && passkey.press()}
    >
      {passkeyWords.signIn}
    </Button>
  )
  const or = <div className="enter__or t-sm t-2">{words.or}</div>
  return (
    <SignInFrame
      title={words.welcome}
      text={isShort ? passkeyWords.signInText : words.signInText}
      back={session.isGuest() ? true : withNext(`/${session.landing()}`, next)}
    >
      {isShort && (
        <>
          {passkeyButton}
          {or}
        </>
      )}
      <form noValidate className={cx('enter__form', isShort && 'enter__form--short')} onSubmit={submit}>
        <Field
          label={words.login}
          aria-required
          autoComplete={passkey ? 'username webauthn' : 'username'}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={isShort ? words.loginExample : undefined}
          error={errorAt(errors.username, language)}
          {...form.register('username')}
        />
        {!isShort && (
          <>
            <PasswordField
              label={words.password}
              autoComplete="current-password"
              error={errorAt(errors.password, language)}
              {...form.register('password')}
            />
            <button type="button" className="link link--tap enter__forgot" onClick={() => !busy && askCode('reset')}>
              {words.forgot}
            </button>
          </>
        )}
        {problem && (
          <Banner tone="stop" className="enter__problem">
            {problem}
            {mayBeUnconfirmed && ` ${words.unconfirmedHint}`}
          </Banner>
        )}
        {isShort ? (
          <>
            <Button block type="submit">
              {words.continue}
            </Button>
            <p className="t-sm t-2 center enter__how">{words.continueText}</p>
          </>
        ) : (
          <Button variant="primary" block type="submit" loading={signIn.isPending} loadingLabel={words.signingIn}>
            {words.signIn}
          </Button>
        )}
      </form>
      {!isShort && (
        <>
          {or}
          {passkeyButton}
          <Button
            block
            icon={<MessageSquareText size={22} />}
            loading={code.isPending}
            loadingLabel={words.sending}
            onClick={() => !busy && askCode('sign-in')}
          >
            {words.sendCode}
          </Button>
        </>
      )}
      <nav className="enter__others">
        <Link className="link link--tap" to={withNext('/register', next)}>
          {words.createAccount}
        </Link>
        <button type="button" className="link link--tap" onClick={asGuest}>
          {words.guest}
        </button>
        {!isShort && (
          <Link className="link link--tap" to="/recover">
            {words.recoverAccount}
          </Link>
        )}
      </nav>
    </SignInFrame>
  )
}
