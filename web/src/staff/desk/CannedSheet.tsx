// Answers kept ready in the languages drivers speak: chosen, written anew, dropped.
import { type Canned, dropCanned, keepCanned } from '@parkit/contract/staff/desk'
import { CannedForm } from '@parkit/contract/staff/desk-schemas'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { send } from '#platform/client.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { LoadingRows } from '#ui/Skeleton.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast.ts'
import { DeskForm } from './DeskForm.tsx'
import { useCanned, useDeskMutation } from './desk-queries.ts'
import { useDeskWords } from './words.ts'

type Language = 'en' | 'es' | 'hi'
type Form = z.infer<typeof CannedForm>

const fields = { en: 'English', es: 'Spanish', hi: 'Hindi' } as const

/** In the driver's language, else in another one. */
const textFor = (canned: Canned, language: Language): string =>
  canned[fields[language]] || canned.English || canned.Spanish || canned.Hindi

type Props = {
  /** the driver's */
  language: Language
  /** what is written so far, to be kept */
  typed: string
  onChoose: (text: string) => void
}

export default function CannedSheet({ open, onClose, ...props }: Props & { open: boolean; onClose: () => void }) {
  const words = useDeskWords()
  return (
    <Sheet open={open} title={words.canned} onClose={onClose}>
      <CannedAnswers {...props} />
    </Sheet>
  )
}

function CannedAnswers({ language, typed, onChoose }: Props) {
  const words = useDeskWords()
  const query = useCanned()
  const [edited, setEdited] = useState<Form>()
  if (edited) return <Keep form={edited} onDone={() => setEdited(undefined)} />
  if (!query.data)
    return query.isError ? <ReadFailed title={words.listFailed} query={query} /> : <LoadingRows count={3} />
  const blank = { Title: '', English: '', Spanish: '', Hindi: '', [fields[language]]: typed }
  return (
    <div className="form-grid">
      {query.data.Items.length === 0 && <p className="t-2">{words.noCanned}</p>}
      <ul className="desk__canned">
        {query.data.Items.map(canned => (
          <CannedLine
            key={canned.CannedId}
            canned={canned}
            text={textFor(canned, language)}
            onChoose={onChoose}
            onEdit={() => setEdited(canned)}
          />
        ))}
      </ul>
      <Button block icon={<Plus size={20} />} onClick={() => setEdited(blank)}>
        {words.keep}
      </Button>
    </div>
  )
}

type LineProps = { canned: Canned; text: string; onChoose: (text: string) => void; onEdit: () => void }

function CannedLine({ canned, text, onChoose, onEdit }: LineProps) {
  const words = useDeskWords()
  const drop = useDeskMutation(() => send(dropCanned, { params: { id: canned.CannedId } }), ['desk.canned'])
  return (
    <li>
      <button type="button" onClick={() => onChoose(text)}>
        <b>{canned.Title}</b>
        <span className="t-sm t-2">{text}</span>
      </button>
      <IconButton label={words.edit(canned.Title)} icon={<Pencil size={20} />} onClick={onEdit} />
      <IconButton
        label={words.drop(canned.Title)}
        icon={<Trash2 size={20} />}
        onClick={() => !drop.isPending && drop.mutate()}
      />
    </li>
  )
}

function Keep({ form: { Title, English, Spanish, Hindi }, onDone }: { form: Form; onDone: () => void }) {
  const words = useDeskWords()
  const queries = useQueryClient()
  return (
    <div className="form-grid">
      <p className="t-2">{words.keepText}</p>
      <DeskForm
        schema={CannedForm}
        start={{ Title, English, Spanish, Hindi }}
        action={words.save}
        sending={words.saving}
        onSend={async body => {
          await send(keepCanned, { body })
          await queries.invalidateQueries({ queryKey: ['desk.canned'] })
          toast.success(words.kept)
          onDone()
        }}
      >
        {at => (
          <>
            <Field label={words.title} {...at('Title')} />
            <TextArea label={words.inEnglish} {...at('English')} />
            <TextArea label={words.inSpanish} {...at('Spanish')} />
            <TextArea label={words.inHindi} {...at('Hindi')} />
          </>
        )}
      </DeskForm>
      <Button variant="quiet" block onClick={onDone}>
        {words.back}
      </Button>
    </div>
  )
}
