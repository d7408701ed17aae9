// The form of a proof: by the password, or by a code to the phone.
import './proof.css'
import { type Challenge, type ProofForm as Proof, sendCode, type User } from '@parkit/contract/driver/account'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallError, send } from '#platform/client.ts'
import { phoneText } from '#platform/contact-text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { CodeInput } from '#ui/CodeInput.tsx'
import { failureText } from '#ui/failure-text.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import { SandboxCode } from '../SandboxCode.tsx'
import { useProofWords } from './words.ts'

/** The proof was wrong: shown at its field. Any other error is shown above the button. */
export const isProofError = (error: unknown) =>
  error instanceof CallError && ['wrong_credentials', 'code_expired', 'bad_input'].includes(error.code)

const proofText = (error: unknown) =>
  (error instanceof CallError && (error.fields.Password ?? error.fields.Code)) || failureText(error)

type ProofProps = {
  id: string
  user: User
  /** what the proof is for */
  action: Pick<UseMutationResult<unknown, Error, Proof>, 'error' | 'isPending' | 'mutate' | 'reset'>
}

/** By the password, or by a code to the phone; an account of a phone alone has only the code. */
export function ProofForm({ id, user, action }: ProofProps) {
  const error = isProofError(action.error) ? proofText(action.error) : undefined
  const onTyping = action.reset
  const words = useProofWords()
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
    if (!proof) {
      if (!ask.isPending) ask.mutate()
    } else if (!action.isPending) action.mutate(proof)
  }
  return (
    <form id={id} noValidate className="form-grid" onSubmit={submit}>
      {/* a password manager looks for whose password this is */}
      <input hidden readOnly autoComplete="username" value={user.UserName} />
      {!byCode ? (
        <PasswordField
          label={words.password}
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
          className="link link--tap proof__other"
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
