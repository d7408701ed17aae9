// Recovering an account without password and passkey: its contacts, the codes sent to them, then the way in or a wait.
import '../account.css'
import { type Challenge, sendCode } from '@parkit/contract/driver/account'
import { recover } from '@parkit/contract/driver/recovery'
import { recovery as limits } from '@parkit/contract/platform/limits'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallError, send } from '#platform/client.ts'
import { contactText } from '#platform/contact-text.ts'
import { useLanguage } from '#platform/language.tsx'
import { useSignIn } from '#platform/sign-in.ts'
import { dateText, shortTimeText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { CodeInput } from '#ui/CodeInput.tsx'
import { emailInput, Field, phoneInput } from '#ui/Field.tsx'
import { failureText } from '#ui/failure-text.ts'
import { EnterForm } from '../EnterForm.tsx'
import { SandboxCode } from '../SandboxCode.tsx'
import { SignInFrame } from '../SignInFrame.tsx'
import { useRecoveryWords } from './words.ts'

type Sent = Challenge & { destination: string }
/** A new password first, then a look at the passkeys. */
const afterwards = `/resetpassword?next=${encodeURIComponent('/profile?passkeys=review')}`

export default function RecoverScreen() {
  const [sent, setSent] = useState<Sent[]>()
  const [waiting, setWaiting] = useState<{ readyAt: string; contact: string }>()
  if (waiting) return <Waiting {...waiting} />
  if (sent) return <Codes sent={sent} onStartOver={() => setSent(undefined)} onWaiting={setWaiting} />
  return <Contacts onSent={setSent} />
}

function Contacts({ onSent }: { onSent: (sent: Sent[]) => void }) {
  const words = useRecoveryWords()
  const [typed, setTyped] = useState({ email: '', phone: '' })
  const [isMissing, setIsMissing] = useState(false)
  const contacts = [typed.email.trim(), typed.phone.trim()].filter(Boolean)
  const ask = useMutation({
    mutationFn: async () => {
      const sent: Sent[] = []
      for (const destination of contacts)
        sent.push({ ...(await send(sendCode, { body: { Destination: destination } })), destination })
      return sent
    },
    onSuccess: onSent,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsMissing(contacts.length === 0)
    if (contacts.length > 0) ask.mutate()
  }
  return (
    <SignInFrame title={words.title} text={words.text(limits.mailHours, limits.smsHours)} back="/login">
      <EnterForm
        onSubmit={submit}
        pending={ask.isPending}
        problem={ask.isError ? failureText(ask.error) : ''}
        submit={words.sendCodes}
        submitting={words.sending}
      >
        <Field
          label={words.email}
          {...emailInput}
          value={typed.email}
          error={isMissing ? words.oneNeeded : undefined}
          onChange={event => setTyped({ ...typed, email: event.target.value })}
        />
        <Field
          label={words.phone}
          {...phoneInput}
          value={typed.phone}
          onChange={event => setTyped({ ...typed, phone: event.target.value })}
        />
      </EnterForm>
    </SignInFrame>
  )
}

type CodesProps = {
  sent: Sent[]
  onStartOver: () => void
  onWaiting: (waiting: { readyAt: string; contact: string }) => void
}

function Codes({ sent, onStartOver, onWaiting }: CodesProps) {
  const words = useRecoveryWords()
  const enter = useSignIn()
  const [typed, setTyped] = useState(sent.map(() => ''))
  const complete = sent.flatMap(({ ChallengeId, destination }, i) =>
    typed[i]?.length === 6 ? [{ ChallengeId, Code: typed[i], destination }] : [],
  )
  // one that was begun is finished or emptied
  const isReady = complete.length > 0 && typed.every(code => code === '' || code.length === 6)
  const finish = useMutation({
    mutationFn: () =>
      send(recover, { body: { Codes: complete.map(({ ChallengeId, Code }) => ({ ChallengeId, Code })) } }),
    onSuccess: answer => enter(answer, null, afterwards),
    onError: error => {
      if (!(error instanceof CallError) || error.code !== 'recovery_waiting') return
      onWaiting({ readyAt: String(error.body.ReadyAt), contact: contactText(complete[0]!.destination) })
    },
  })
  const type = (at: number, code: string) => {
    finish.reset()
    setTyped(typed.map((before, i) => (i === at ? code : before)))
  }
  return (
    <SignInFrame title={words.codesTitle} text={words.codesText} back="/login">
      <form
        noValidate
        className="enter__form form-grid"
        onSubmit={event => {
          event.preventDefault()
          if (isReady && !finish.isPending) finish.mutate()
        }}
      >
        {sent.map(({ ChallengeId, destination, SandboxCode: code }, i) => (
          <div key={ChallengeId} className="form-grid">
            <p className="t-strong enter__to">{words.codeTo(contactText(destination))}</p>
            <CodeInput
              label={words.codeTo(contactText(destination))}
              value={typed[i]!}
              onChange={code => type(i, code)}
            />
            {code && !typed[i] && <SandboxCode live={false} code={code} onFill={filled => type(i, filled)} />}
          </div>
        ))}
        {sent.length > 1 && <p className="t-sm t-2">{words.onlyOne}</p>}
        {finish.isError && <Banner tone="stop">{failureText(finish.error)}</Banner>}
        <Button
          variant="primary"
          block
          type="submit"
          disabled={!isReady}
          loading={finish.isPending}
          loadingLabel={words.recovering}
        >
          {words.recover}
        </Button>
        <Button variant="quiet" block onClick={onStartOver}>
          {words.startOver}
        </Button>
      </form>
    </SignInFrame>
  )
}

function Waiting({ readyAt, contact }: { readyAt: string; contact: string }) {
  const words = useRecoveryWords()
  const language = useLanguage()
  const [day, time] = [dateText(readyAt, ownZone, language), shortTimeText(readyAt, ownZone, language)]
  return (
    <SignInFrame title={words.waitTitle} text={words.waitText(contact, day, time)} back="/login">
      <p className="enter__hint">{words.waitStop}</p>
      <Button variant="primary" block className="enter__alone" to="/login">
        {words.signIn}
      </Button>
    </SignInFrame>
  )
}
