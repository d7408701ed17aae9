// Signing in at the desk, by password and a code to the e-mail; and accepting an invitation by its link.
import type { Answer } from '@parkit/contract/platform/call'
import { acceptInvite, deskConfirm, deskSignIn } from '@parkit/contract/staff/desk-staff'
import { InviteForm, SignInForm } from '@parkit/contract/staff/desk-staff-schemas'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { SandboxCode as FilledCode } from '#driver/account/account.ts'
import { navigate, useLocation } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { keepDeskToken } from '#platform/desk-token.ts'
import { Button } from '#ui/Button.tsx'
import { CodeInput } from '#ui/CodeInput.tsx'
import { Field } from '#ui/Field.tsx'
import { failureText } from '#ui/failure-text.ts'
import { LanguageSwitch } from '#ui/LanguageSwitch.tsx'
import { Logo } from '#ui/Logo.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Screen } from '#ui/Screen.tsx'
import { DeskForm } from './DeskForm.tsx'
import { useDeskWords } from './words.ts'

type FrameProps = { title: string; text: string; children: ReactNode }

function EnterFrame({ title, text, children }: FrameProps) {
  return (
    <Screen title={title} width="form">
      <div className="form-grid desk-enter">
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

/** With an invitation's secret behind the hash, it is accepted; else one signs in. */
export default function DeskSignIn() {
  const secret = useLocation().hash.slice(1)
  const [challenge, setChallenge] = useState<Challenge>()
  if (secret) return <Accept secret={secret} />
  return challenge ? (
    <Code challenge={challenge} onBack={() => setChallenge(undefined)} />
  ) : (
    <SignIn onChallenge={setChallenge} />
  )
}

type Challenge = Answer<typeof deskSignIn> & { email: string }

function SignIn({ onChallenge }: { onChallenge: (challenge: Challenge) => void }) {
  const words = useDeskWords()
  return (
    <EnterFrame title={words.supportDesk} text={words.signInText}>
      <DeskForm
        schema={SignInForm}
        start={{ Email: '', Password: '' }}
        action={words.signIn}
        sending={words.signingIn}
        onSend={async body => onChallenge({ ...(await send(deskSignIn, { body })), email: body.Email })}
      >
        {at => (
          <>
            <Field
              label={words.email}
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              {...at('Email')}
            />
            <PasswordField label={words.password} autoComplete="current-password" {...at('Password')} />
          </>
        )}
      </DeskForm>
    </EnterFrame>
  )
}

function Code({
  challenge: { ChallengeId, SandboxCode, email },
  onBack,
}: {
  challenge: Challenge
  onBack: () => void
}) {
  const words = useDeskWords()
  const [digits, setDigits] = useState('')
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
        className="form-grid"
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
            setDigits(typed)
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

const Accepting = z.omit(InviteForm, { Secret: true })

function Accept({ secret }: { secret: string }) {
  const words = useDeskWords()
  return (
    <EnterFrame title={words.welcome} text={words.inviteText}>
      <DeskForm
        schema={Accepting}
        start={{ Name: '', Password: '' }}
        action={words.begin}
        sending={words.signingIn}
        onSend={async typed => {
          const { Token } = await send(acceptInvite, { body: { Secret: secret, ...typed } })
          // the secret is used up
          navigate('/desk', { replace: true })
          keepDeskToken(Token)
        }}
      >
        {at => (
          <>
            <Field label={words.name} autoComplete="given-name" {...at('Name')} />
            <PasswordField label={words.password} autoComplete="new-password" {...at('Password')} />
          </>
        )}
      </DeskForm>
    </EnterFrame>
  )
}
