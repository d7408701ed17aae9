// Signing in at the desk, by password and a code to the e-mail; and accepting an invitation by its link.
import { zodResolver } from '@hookform/resolvers/zod'
import type { Answer } from '@parkit/contract/call'
import { acceptInvite, deskConfirm, deskSignIn, InviteForm, SignInForm } from '@parkit/contract/desk-staff'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type FieldErrors, type FieldValues, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { failureText, useFailure } from '../account/failing.ts'
import { errorAt } from '../account/field-error.ts'
import { SandboxCode as FilledCode } from '../account/SandboxCode.tsx'
import { navigate, useLocation } from '../platform/address.tsx'
import { send } from '../platform/client.ts'
import { keepDeskToken } from '../platform/desk-token.ts'
import { useLanguage } from '../platform/language.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { CodeInput } from '../ui/CodeInput.tsx'
import { Field } from '../ui/Field.tsx'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { Logo } from '../ui/Logo.tsx'
import { Screen } from '../ui/Screen.tsx'
import { useDeskWords } from './words.ts'

type FrameProps = { title: string; text: string; children: ReactNode }

function EnterFrame({ title, text, children }: FrameProps) {
  return (
    <Screen title={title} width="form">
      <div className="desk-enter">
        <header className="desk-enter__top">
          <Logo height={28} />
          <LanguageSwitch />
        </header>
        <h1 className="t-title">{title}</h1>
        <p className="t-2">{text}</p>
        {children}
      </div>
    </Screen>
  )
}

/** What goes wrong at a field of the form, in the language of the screen. */
const useErrors = <F extends FieldValues>(errors: FieldErrors<F>) => {
  const language = useLanguage()
  return (name: keyof F) => errorAt(errors[name] as never, language)
}

/** With an invitation's secret behind the hash, it is accepted; else one signs in. */
export function DeskSignIn() {
  const secret = useLocation().hash.slice(1)
  const [asked, ask] = useState<Asked>()
  if (secret) return <Accept secret={secret} />
  return asked ? <Code asked={asked} onBack={() => ask(undefined)} /> : <SignIn onAsked={ask} />
}

type Asked = Answer<typeof deskSignIn> & { email: string }

function SignIn({ onAsked }: { onAsked: (asked: Asked) => void }) {
  const words = useDeskWords()
  const form = useForm({ resolver: zodResolver(SignInForm), defaultValues: { Email: '', Password: '' } })
  const at = useErrors(form.formState.errors)
  const { problem, failed, clear } = useFailure(form)
  const signIn = useMutation({
    mutationFn: (body: z.infer<typeof SignInForm>) => send(deskSignIn, { body }),
    onMutate: clear,
    onSuccess: (answer, { Email }) => onAsked({ ...answer, email: Email }),
    onError: failed,
  })
  return (
    <EnterFrame title={words.supportDesk} text={words.signInText}>
      <form noValidate onSubmit={form.handleSubmit(typed => !signIn.isPending && signIn.mutate(typed))}>
        <Field
          label={words.email}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          error={at('Email')}
          {...form.register('Email')}
        />
        <Field
          label={words.password}
          type="password"
          autoComplete="current-password"
          error={at('Password')}
          {...form.register('Password')}
        />
        {problem && <Banner tone="stop">{problem}</Banner>}
        <Button variant="primary" block type="submit" loading={signIn.isPending} loadingLabel={words.signingIn}>
          {words.signIn}
        </Button>
      </form>
    </EnterFrame>
  )
}

function Code({ asked: { ChallengeId, SandboxCode, email }, onBack }: { asked: Asked; onBack: () => void }) {
  const words = useDeskWords()
  const [digits, type] = useState('')
  const confirm = useMutation({
    mutationFn: (Code: string) => send(deskConfirm, { body: { ChallengeId, Code } }),
    onSuccess: ({ Token }) => keepDeskToken(Token),
  })
  const submit = (code: string) => {
    if (code.length === 6 && !confirm.isPending) confirm.mutate(code)
  }
  return (
    <EnterFrame title={words.codeTitle} text={words.codeText(email)}>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit(digits)
        }}
      >
        <CodeInput
          label={words.code}
          value={digits}
          autoFocus
          error={confirm.isError ? failureText(confirm.error) : ''}
          onChange={typed => {
            confirm.reset()
            type(typed)
          }}
          onComplete={submit}
        />
        {SandboxCode && <FilledCode code={SandboxCode} onFill={submit} live={false} />}
        <Button variant="primary" block type="submit" loading={confirm.isPending} loadingLabel={words.signingIn}>
          {words.signIn}
        </Button>
        <Button variant="quiet" block onClick={onBack}>
          {words.startOver}
        </Button>
      </form>
    </EnterFrame>
  )
}

function Accept({ secret }: { secret: string }) {
  const words = useDeskWords()
  const form = useForm({
    resolver: zodResolver(InviteForm),
    defaultValues: { Secret: secret, Name: '', Password: '' },
  })
  const at = useErrors(form.formState.errors)
  const { problem, failed, clear } = useFailure(form)
  const accept = useMutation({
    mutationFn: (body: z.infer<typeof InviteForm>) => send(acceptInvite, { body }),
    onMutate: clear,
    onSuccess: ({ Token }) => {
      // the secret is used up
      navigate('/desk', { replace: true })
      keepDeskToken(Token)
    },
    onError: failed,
  })
  return (
    <EnterFrame title={words.welcome} text={words.inviteText}>
      <form noValidate onSubmit={form.handleSubmit(typed => !accept.isPending && accept.mutate(typed))}>
        <Field label={words.name} autoComplete="given-name" error={at('Name')} {...form.register('Name')} />
        <Field
          label={words.password}
          type="password"
          autoComplete="new-password"
          error={at('Password')}
          {...form.register('Password')}
        />
        {problem && <Banner tone="stop">{problem}</Banner>}
        <Button variant="primary" block type="submit" loading={accept.isPending} loadingLabel={words.signingIn}>
          {words.begin}
        </Button>
      </form>
    </EnterFrame>
  )
}
