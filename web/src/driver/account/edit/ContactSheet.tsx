// Another e-mail or phone: typed, then proven by the code that goes there.
import { changeContact, confirmContact, type User } from '@parkit/contract/driver/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { CallError, send } from '#platform/client.ts'
import { contactText } from '#platform/contact-text.ts'
import { rememberUser } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { CodeInput } from '#ui/CodeInput.tsx'
import { Field } from '#ui/Field.tsx'
import { failureText } from '#ui/failure-text.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { profileKey } from '../profile-query.ts'
import { SandboxCode } from '../SandboxCode.tsx'
import { editWords, useEditWords } from './words.ts'

export type Contact = 'EmailAddress' | 'PhoneNumber'

const fieldText = (error: unknown, fields: readonly string[]) =>
  error instanceof CallError ? fields.map(field => error.fields[field]).find(Boolean) : undefined

type SheetProps = { contact: Contact; open: boolean; onClose: () => void }

export default function ContactSheet({ contact, open, onClose }: SheetProps) {
  const words = useEditWords()
  const queries = useQueryClient()
  const form = useId()
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const ask = useMutation({
    mutationFn: () => send(changeContact, { body: { [contact]: typed, ...(password && { Password: password }) } }),
    onSuccess: () => setCode(''),
  })
  const confirm = useMutation({
    mutationFn: (ChallengeId: string) => send(confirmContact, { body: { ChallengeId, Code: code } }),
    onSuccess: (user: User) => {
      rememberUser(user)
      queries.setQueryData(profileKey, (before: object | undefined) => before && { ...before, ...user })
      toast.success(editWords().contactChanged(contactText(user[contact])))
      onClose()
    },
  })
  const sent = ask.data
  const step = sent ? confirm : ask
  const isMail = contact === 'EmailAddress'
  const unproven = fieldText(ask.error, ['Password'])
  // the password field stays once the server has required it
  const [proving, setProving] = useState(false)
  if (unproven && !proving) setProving(true)
  const mistyped = proving && ask.error instanceof CallError && ask.error.code === 'wrong_credentials'
  const wrong =
    fieldText(step.error, [contact, 'Code']) ??
    (step.error && !unproven && !mistyped ? failureText(step.error) : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ask.isPending || confirm.isPending) return
    if (sent) confirm.mutate(sent.ChallengeId)
    else ask.mutate()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={isMail ? words.changeEmail : words.changePhone}
      wide="dialog"
      dock={
        <Button variant="primary" block type="submit" form={form} loading={step.isPending} loadingLabel={words.saving}>
          {sent ? words.confirm : words.sendCode}
        </Button>
      }
    >
      <form id={form} noValidate className="form-grid" onSubmit={submit}>
        {sent ? (
          <CodeInput
            label={words.code}
            help={words.sentTo(contactText(typed))}
            value={code}
            error={wrong}
            onChange={digits => {
              confirm.reset()
              setCode(digits)
            }}
          />
        ) : (
          <Field
            label={isMail ? words.newEmail : words.newPhone}
            aria-required
            type={isMail ? 'email' : 'tel'}
            autoComplete={isMail ? 'email' : 'tel'}
            value={typed}
            error={wrong}
            onChange={event => {
              ask.reset()
              setTyped(event.target.value)
            }}
          />
        )}
        {proving && !sent && (
          <PasswordField
            label={words.password}
            autoComplete="current-password"
            value={password}
            error={unproven ?? (mistyped ? failureText(ask.error) : undefined)}
            onChange={event => {
              ask.reset()
              setPassword(event.target.value)
            }}
          />
        )}
        {sent?.SandboxCode && <SandboxCode code={sent.SandboxCode} onFill={setCode} />}
      </form>
    </Sheet>
  )
}
