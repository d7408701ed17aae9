// Deleting the account: what goes, what stays, and a proof that it is the driver who asks.
import './data.css'
import { type Challenge, sendCode, type User } from '@parkit/contract/driver/account'
import { deleteAccount } from '@parkit/contract/driver/profile'
import type { Session } from '@parkit/contract/parking/sessions'
import type { Input } from '@parkit/contract/platform/call'
import { errors } from '@parkit/contract/platform/errors'
import { moneyText } from '@parkit/contract/platform/money'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useBalance } from '#money/wallet/wallet.ts'
import { CallError, send } from '#platform/client.ts'
import { useNow } from '#platform/clock.ts'
import { phoneText } from '#platform/contact-text.ts'
import { useLanguage } from '#platform/language.tsx'
import { useSignOut } from '#platform/sign-in.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { CodeInput } from '#ui/CodeInput.tsx'
import { Field } from '#ui/Field.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { SandboxCode } from '../SandboxCode.tsx'
import { dataWords, useDataWords } from './words.ts'

const sessionsKey = ['parking.active']

/** The app's query of active sessions, refetched when the sheet opens. */
function useRunningSessions(): Session[] {
  const queries = useQueryClient()
  useEffect(() => void queries.invalidateQueries({ queryKey: sessionsKey }), [queries])
  return useQuery<Session[]>({ queryKey: sessionsKey, queryFn: skipToken }).data ?? []
}

type Proof = Input<typeof deleteAccount>['body']

const isParked = (error: unknown) => error instanceof CallError && error.code === 'session_running'

/** The proof was wrong: shown at its field. Any other error is shown above the button. */
const isProof = (error: unknown) =>
  error instanceof CallError && ['wrong_credentials', 'code_expired', 'bad_input'].includes(error.code)

const proofText = (error: unknown) =>
  (error instanceof CallError && (error.fields.Password ?? error.fields.Code)) || failureText(error)

export default function DeleteSheet({ open, user, onClose }: { open: boolean; user: User; onClose: () => void }) {
  const words = useDataWords()
  const leave = useSignOut()
  const language = useLanguage()
  const queries = useQueryClient()
  const form = useId()
  const nowMs = useNow()
  const running = useRunningSessions().find(({ EndsAt }) => Date.parse(EndsAt) > nowMs)
  const balance = useBalance().data?.Balance ?? 0
  const remove = useMutation({
    mutationFn: (body: Proof) => send(deleteAccount, { body }),
    onSuccess: () => {
      toast.success(dataWords().deleted)
      leave()
    },
    onError: error => {
      if (isParked(error)) void queries.invalidateQueries({ queryKey: sessionsKey })
    },
  })
  // the server refuses while a session is active (D-94); the sheet says so before anything is typed
  const parked = running !== undefined || isParked(remove.error)
  const close = () => {
    if (remove.isPending) return
    remove.reset()
    onClose()
  }
  const refused = remove.isError && !isProof(remove.error) && !isParked(remove.error)
  return (
    <Sheet
      open={open}
      onClose={close}
      title={words.deleteTitle}
      wide="dialog"
      dock={
        <div className="delete__ways">
          {parked ? (
            <Button variant="primary" block to={running ? `/dashboard?session=${running.SessionId}` : '/homepage'}>
              {words.viewSession}
            </Button>
          ) : (
            <Button
              variant="danger"
              block
              type="submit"
              form={form}
              loading={remove.isPending}
              loadingLabel={words.deleting}
            >
              {words.deleteIt}
            </Button>
          )}
          <Button variant="quiet" block onClick={close}>
            {words.keep}
          </Button>
        </div>
      }
    >
      <div className="form-grid">
        <p>{words.goes}</p>
        <p className="t-2">{words.stays}</p>
        {balance > 0 && (
          <Banner tone="warn" live={false}>
            {words.holds(moneyText(balance))}
          </Banner>
        )}
        {parked ? (
          <Banner tone="warn">{errors.session_running[language]}</Banner>
        ) : (
          <ProofForm
            id={form}
            user={user}
            error={remove.isError && isProof(remove.error) ? proofText(remove.error) : undefined}
            onTyping={remove.reset}
            onProof={proof => {
              if (!remove.isPending) remove.mutate(proof)
            }}
          />
        )}
        {refused && <Banner tone="stop">{failureText(remove.error)}</Banner>}
      </div>
    </Sheet>
  )
}

type ProofProps = {
  id: string
  user: User
  error: string | undefined
  onTyping: () => void
  onProof: (proof: Proof) => void
}

/** By the password, or by a code to the phone; an account of a phone alone has only the code. */
function ProofForm({ id, user, error, onTyping, onProof }: ProofProps) {
  const words = useDataWords()
  const hasPassword = user.EmailAddress !== ''
  const [byCode, setByCode] = useState(!hasPassword)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [challenge, setChallenge] = useState<Challenge>()
  const contact = phoneText(user.PhoneNumber)
  const ask = useMutation({
    mutationFn: () => send(sendCode, { body: { Destination: user.PhoneNumber } }),
    onMutate: onTyping,
    onSuccess: sent => {
      setCode('')
      setChallenge(sent)
    },
  })
  const proof = byCode ? challenge && { ChallengeId: challenge.ChallengeId, Code: code } : { Password: password }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (proof) onProof(proof)
    else if (!ask.isPending) ask.mutate()
  }
  return (
    <form id={id} noValidate className="form-grid" onSubmit={submit}>
      {/* a password manager looks for whose password this is */}
      <input hidden readOnly autoComplete="username" value={user.UserName} />
      {!byCode ? (
        <Field
          label={words.password}
          type="password"
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={event => {
            onTyping()
            setPassword(event.target.value)
          }}
        />
      ) : (
        challenge && (
          <CodeInput
            label={words.code}
            help={words.sentTo(contact)}
            value={code}
            error={error}
            onChange={typed => {
              onTyping()
              setCode(typed)
            }}
          />
        )
      )}
      {byCode && challenge?.SandboxCode && <SandboxCode code={challenge.SandboxCode} onFill={setCode} />}
      {byCode && (
        <Button block loading={ask.isPending} loadingLabel={words.sending} onClick={() => ask.mutate()}>
          {words.sendCode(contact)}
        </Button>
      )}
      {ask.isError && <Banner tone="stop">{failureText(ask.error)}</Banner>}
      {hasPassword && (
        <button
          type="button"
          className="link link--tap delete__other"
          onClick={() => {
            onTyping()
            setByCode(!byCode)
          }}
        >
          {byCode ? words.withPassword : words.withCode}
        </button>
      )}
    </form>
  )
}
