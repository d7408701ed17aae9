// Names the person whom the driver trusts, shows whether they have agreed, and ends their reminders.
import { endTrusted, inviteTrusted, type TrustedPerson } from '@parkit/contract/driver/trusted'
import { trusted as limits } from '@parkit/contract/platform/limits'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Link } from '#platform/address.tsx'
import { CallError, send } from '#platform/client.ts'
import { contactText } from '#platform/contact-text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { failureText } from '#ui/failure-text.ts'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useKeepTrusted, useTrusted } from './trusted-query.ts'
import { useTrustedWords } from './words.ts'

type Props = { open: boolean; onClose: () => void }

export default function TrustedSheet({ open, onClose }: Props) {
  const words = useTrustedWords()
  const query = useTrusted()
  const [link, setLink] = useState<string>()
  const person = query.data?.Person
  if (person) return <Person person={person} link={link} open={open} onClose={onClose} />
  if (query.data) return <Invite onSent={setLink} open={open} onClose={onClose} />
  return (
    <Sheet open={open} onClose={onClose} title={words.title} wide="dialog">
      {query.isError ? <ReadFailed title={words.failed} query={query} /> : <Skeleton height={120} radius={12} />}
    </Sheet>
  )
}

function Invite({ onSent, ...sheet }: Props & { onSent: (link: string | undefined) => void }) {
  const words = useTrustedWords()
  const form = useId()
  const keep = useKeepTrusted()
  const [Name, setName] = useState('')
  const [Contact, setContact] = useState('')
  const invite = useMutation({
    mutationFn: () => send(inviteTrusted, { body: { Name, Contact } }),
    onSuccess: answer => {
      onSent(answer.SandboxLink)
      keep(answer)
    },
  })
  const fields = invite.error instanceof CallError ? invite.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!invite.isPending) invite.mutate()
  }
  return (
    <Sheet
      {...sheet}
      title={words.title}
      wide="dialog"
      dock={
        <Button
          variant="primary"
          block
          type="submit"
          form={form}
          loading={invite.isPending}
          loadingLabel={words.sending}
        >
          {words.send}
        </Button>
      }
    >
      <form id={form} noValidate className="form-grid" onSubmit={submit}>
        <p className="t-2">{words.text}</p>
        <Field
          label={words.name}
          value={Name}
          maxLength={limits.mostName}
          autoComplete="off"
          error={fields.Name}
          onChange={event => {
            invite.reset()
            setName(event.target.value)
          }}
        />
        <Field
          label={words.contact}
          help={words.contactHelp}
          value={Contact}
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          inputMode="email"
          error={fields.Contact}
          onChange={event => {
            invite.reset()
            setContact(event.target.value)
          }}
        />
        {invite.isError && Object.keys(fields).length === 0 && <Banner tone="stop">{failureText(invite.error)}</Banner>}
      </form>
    </Sheet>
  )
}

function Person({ person, link, ...sheet }: Props & { person: TrustedPerson; link: string | undefined }) {
  const words = useTrustedWords()
  const keep = useKeepTrusted()
  const end = useMutation({
    mutationFn: () => send(endTrusted, {}),
    onSuccess: answer => {
      keep(answer)
      toast.success(words.ended)
      sheet.onClose()
    },
  })
  const { Name, AgreedAt } = person
  const contact = contactText(person.Contact)
  return (
    <Sheet
      {...sheet}
      title={words.title}
      wide="dialog"
      dock={
        <Button variant="danger" block loading={end.isPending} loadingLabel={words.ending} onClick={() => end.mutate()}>
          {AgreedAt ? words.turnOff : words.cancel}
        </Button>
      }
    >
      <div className="form-grid">
        <Banner tone={AgreedAt ? 'go' : 'info'}>
          {AgreedAt ? words.active(Name, contact) : words.waiting(Name, contact)}
        </Banner>
        <p className="t-2">{AgreedAt ? words.activeText : words.waitingText(limits.openDays)}</p>
        {link && !AgreedAt && (
          <p>
            {words.sandbox}{' '}
            <Link className="link" to={link.slice(link.indexOf('/trusted#'))}>
              {words.open}
            </Link>
          </p>
        )}
        {end.isError && <Banner tone="stop">{failureText(end.error)}</Banner>}
      </div>
    </Sheet>
  )
}
