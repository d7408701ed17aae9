// Where staff answer: Enter sends, what is half written stays with its driver, and kept answers are one choice away.
import { zodResolver } from '@hookform/resolvers/zod'
import { type Canned, CannedForm, dropCanned, keepCanned } from '@parkit/contract/desk'
import { chat as limits } from '@parkit/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowUp, Bookmark, BookmarkPlus, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { failureText, useFailure } from '../account/failing.ts'
import { errorAt } from '../account/field-error.ts'
import { send } from '../platform/client.ts'
import { useLanguage } from '../platform/language.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Field, TextArea } from '../ui/Field.tsx'
import { names } from '../ui/names.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { toast } from '../ui/toast.ts'
import { useCanned } from './reads.ts'
import { useDeskWords } from './words.ts'

/** What is half written, by driver, while the desk is open. */
const drafts = new Map<string, string>()

type Props = { driverId: string; sending: boolean; onSend: (text: string) => Promise<unknown> }

export function Answer({ driverId, sending, onSend }: Props) {
  const words = useDeskWords()
  const [text, set] = useState(drafts.get(driverId) ?? '')
  const [sheet, open] = useState<'choose' | 'keep' | null>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const write = (typed: string) => {
    drafts.set(driverId, typed)
    set(typed)
  }
  const typed = text.trim()
  const ready = typed !== '' && typed.length <= limits.mostLetters && !sending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    // what was not sent stays
    onSend(typed).then(
      () => write(''),
      () => undefined,
    )
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // while letters are being composed, Enter chooses one
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    submit(event)
  }
  const choose = ({ Text }: Canned) => {
    write(text ? `${text.trimEnd()}\n${Text}` : Text)
    open(null)
    box.current?.focus()
  }
  return (
    <form className="composer desk__answer" onSubmit={submit}>
      <div className="composer__line">
        <div className="composer__box">
          <IconButton
            className="composer__clip"
            label={words.canned}
            icon={<Bookmark size={22} />}
            onClick={() => open('choose')}
          />
          <textarea
            ref={box}
            rows={1}
            value={text}
            aria-label={words.answer}
            aria-describedby="desk-keys"
            placeholder={words.answerPlaceholder}
            maxLength={limits.mostLetters}
            enterKeyHint="send"
            onChange={event => write(event.target.value)}
            onKeyDown={onKey}
          />
        </div>
        <button
          type="submit"
          className={names('composer__send', ready && 'composer__send--ready')}
          aria-label={sending ? words.sending : words.send}
          aria-disabled={!ready}
        >
          <ArrowUp size={24} />
        </button>
      </div>
      <div className="desk__under">
        <span id="desk-keys" className="t-sm t-2">
          {words.enterSends}
        </span>
        {typed !== '' && (
          <Button size="sm" variant="quiet" icon={<BookmarkPlus size={18} />} onClick={() => open('keep')}>
            {words.keep}
          </Button>
        )}
      </div>
      <Sheet open={sheet === 'choose'} title={words.canned} onClose={() => open(null)}>
        <Kept onChoose={choose} />
      </Sheet>
      <Sheet open={sheet === 'keep'} title={words.keep} onClose={() => open(null)}>
        <Keep text={typed} onDone={() => open(null)} />
      </Sheet>
    </form>
  )
}

function Kept({ onChoose }: { onChoose: (canned: Canned) => void }) {
  const words = useDeskWords()
  const queries = useQueryClient()
  const query = useCanned()
  const drop = useMutation({
    mutationFn: (id: string) => send(dropCanned, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['desk.canned'] }),
    onError: error => toast.error(failureText(error)),
  })
  if (query.data?.Items.length === 0) return <p className="t-2">{words.noCanned}</p>
  return (
    <ul className="desk__canned">
      {query.data?.Items.map(canned => (
        <li key={canned.CannedId}>
          <button type="button" onClick={() => onChoose(canned)}>
            <b>{canned.Title}</b>
            <span className="t-sm t-2">{canned.Text}</span>
          </button>
          <IconButton
            label={words.drop(canned.Title)}
            icon={<X size={20} />}
            onClick={() => drop.mutate(canned.CannedId)}
          />
        </li>
      ))}
    </ul>
  )
}

function Keep({ text, onDone }: { text: string; onDone: () => void }) {
  const words = useDeskWords()
  const language = useLanguage()
  const queries = useQueryClient()
  const form = useForm({ resolver: zodResolver(CannedForm), defaultValues: { Title: '', Text: text } })
  const { errors } = form.formState
  const { problem, failed, clear } = useFailure(form)
  const keep = useMutation({
    mutationFn: (body: z.infer<typeof CannedForm>) => send(keepCanned, { body }),
    onMutate: clear,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['desk.canned'] })
      toast.success(words.kept)
      onDone()
    },
    onError: failed,
  })
  const submit = form.handleSubmit(typed => !keep.isPending && keep.mutate(typed))
  return (
    <div className="desk__form">
      <p className="t-2">{words.keepText}</p>
      <Field label={words.title} error={errorAt(errors.Title, language)} {...form.register('Title')} />
      <TextArea label={words.answerText} error={errorAt(errors.Text, language)} {...form.register('Text')} />
      {problem && <Banner tone="stop">{problem}</Banner>}
      <Button variant="primary" block loading={keep.isPending} onClick={() => submit()}>
        {words.keep}
      </Button>
    </div>
  )
}
