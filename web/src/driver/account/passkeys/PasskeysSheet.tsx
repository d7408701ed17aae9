// The account's passkeys: each with its name and last use; adding, naming, and removing them.
import './passkeys.css'
import type { Passkey } from '@parkit/contract/driver/passkeys'
import { passkey as limits } from '@parkit/contract/platform/limits'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLanguage } from '#platform/language.tsx'
import { dateText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Facts } from '#ui/Panel.tsx'
import { Question } from '#ui/Question.tsx'
import { List, Row } from '#ui/Row.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { usePasskeys } from './passkey-list.ts'
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './passkey-queries.ts'
import { useCanUsePasskeys } from './usable.ts'
import { usePasskeyWords } from './words.ts'

type Props = { open: boolean; isReview: boolean; onClose: () => void }

export default function PasskeysSheet({ open, isReview, onClose }: Props) {
  const words = usePasskeyWords()
  const canUse = useCanUsePasskeys()
  const query = usePasskeys(open)
  const { add, sheet } = useAddPasskey()
  const items = query.data?.Items
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.passkeys}
      wide="dialog"
      dock={
        canUse && (
          <Button
            variant="primary"
            block
            loading={add.isPending}
            loadingLabel={words.adding}
            onClick={() => add.mutate()}
          >
            {words.add}
          </Button>
        )
      }
    >
      <div className="form-grid">
        <p className="t-2">{words.text}</p>
        {!canUse && (
          <Banner tone="info" live={false}>
            {words.unsupported}
          </Banner>
        )}
        {query.isError && <Banner tone="stop">{failureText(query.error) || words.failed}</Banner>}
        {query.isPending && <Skeleton height={56} radius={12} />}
        {items?.length === 0 && <p>{words.none}</p>}
        {isReview && items && items.length > 0 && (
          <Banner tone="warn" live={false}>
            {words.review}
          </Banner>
        )}
        {items && items.length > 0 && (
          <List label={words.passkeys}>
            {items.map(item => (
              <PasskeyRow key={item.PasskeyId} passkey={item} />
            ))}
          </List>
        )}
      </div>
      {sheet}
    </Sheet>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const words = usePasskeyWords()
  const language = useLanguage()
  const [state, setState] = useState<'renaming' | 'removing'>()
  const { remove, sheet } = useRemovePasskey(() => setState(undefined))
  const day = (at: string) => dateText(at, ownZone, language)
  const { PasskeyId, Name, AddedAt, LastUsedAt, BackedUp } = passkey
  if (state === 'renaming') return <RenameForm passkey={passkey} onDone={() => setState(undefined)} />
  return (
    <>
      <Row
        title={Name}
        sub={
          <Facts
            items={[
              LastUsedAt ? words.usedOn(day(LastUsedAt)) : words.unused,
              words.addedOn(day(AddedAt)),
              BackedUp && words.synced,
            ]}
          />
        }
        end={
          <span className="passkey__acts">
            <IconButton label={words.renameOf(Name)} icon={<Pencil size={20} />} onClick={() => setState('renaming')} />
            <IconButton label={words.removeOf(Name)} icon={<Trash2 size={20} />} onClick={() => setState('removing')} />
          </span>
        }
      />
      <Question
        open={state === 'removing'}
        title={words.removeTitle}
        yes={words.remove}
        no={words.keep}
        isPending={remove.isPending}
        onYes={() => remove.mutate(PasskeyId)}
        onClose={() => setState(undefined)}
      >
        {words.removeText(Name)}
        {sheet}
      </Question>
    </>
  )
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const words = usePasskeyWords()
  const [name, setName] = useState(passkey.Name)
  const rename = useRenamePasskey(onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && !rename.isPending) rename.mutate({ id: passkey.PasskeyId, Name: name.trim() })
  }
  return (
    <form noValidate className="passkey__rename" onSubmit={submit}>
      <Field
        label={words.name}
        value={name}
        maxLength={limits.mostName}
        autoComplete="off"
        onChange={event => setName(event.target.value)}
      />
      <Button size="sm" type="submit" loading={rename.isPending} loadingLabel={words.saving}>
        {words.save}
      </Button>
      <Button size="sm" variant="quiet" onClick={onDone}>
        {words.cancel}
      </Button>
    </form>
  )
}
