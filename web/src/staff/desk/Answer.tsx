// Where staff answer: Enter sends, what is half written stays with its driver, and kept answers are one choice away.

import { chat as limits } from '@parkit/contract/platform/limits'
import { deskAttach } from '@parkit/contract/staff/desk'
import { ArrowUp, Bookmark } from 'lucide-react'
import { type DragEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { upload } from '#platform/client.ts'
import { PickButton, PickedFiles, useFiles } from '#support/chat/chat.ts'
import { IconButton } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { useFacts } from './desk-queries.ts'
import { useDeskWords } from './words.ts'

const CannedSheet = lazySheet(() => import('./CannedSheet.tsx'))

/** What is half written, by driver, while the desk is open. */
const drafts = new Map<string, string>()
/** Stored already, so that sending again does not store them twice. */
const stored = new WeakMap<File, Promise<string>>()

const storeOnce = (driverId: string, file: File): Promise<string> => {
  const storing = stored.get(file) ?? upload(deskAttach, file, { driverId }).then(({ AttachmentId }) => AttachmentId)
  stored.set(file, storing)
  storing.catch(() => stored.delete(file))
  return storing
}

export type Said = { text: string; AttachmentIds: string[] }
type Props = {
  driverId: string
  sending: boolean
  /** what was not said stays, so it may refuse */
  onSend: (said: () => Promise<Said>) => Promise<unknown>
}

export function Answer({ driverId, sending, onSend }: Props) {
  const words = useDeskWords()
  const [text, setText] = useState(drafts.get(driverId) ?? '')
  const { files, fault, add, remove, clear } = useFiles()
  const [choosing, setChoosing] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const language = useFacts(driverId).data?.Language ?? 'en'
  const write = (typed: string) => {
    drafts.set(driverId, typed)
    setText(typed)
  }
  const typed = text.trim()
  const ready = (typed !== '' || files.length > 0) && !sending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    const said = async () => ({
      text: typed,
      AttachmentIds: await Promise.all(files.map(file => storeOnce(driverId, file))),
    })
    onSend(said).then(
      () => {
        write('')
        clear()
      },
      () => undefined,
    )
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // while letters are being composed, Enter chooses one
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    submit(event)
  }
  const take = (event: { preventDefault: () => void }, given: FileList) => {
    if (given.length === 0) return
    event.preventDefault()
    add([...given])
  }
  return (
    <>
      <form
        className="composer desk__answer"
        onSubmit={submit}
        onDragOver={(event: DragEvent) => event.preventDefault()}
        onDrop={(event: DragEvent) => take(event, event.dataTransfer.files)}
      >
        <PickedFiles files={files} onRemove={remove} />
        {fault && (
          <p className="help help--error" role="alert">
            {fault}
          </p>
        )}
        <div className="composer__line">
          <div className="composer__box">
            <PickButton className="composer__clip" label={words.attach} onPick={add} />
            <textarea
              ref={box}
              id="desk-answer"
              rows={1}
              value={text}
              aria-label={words.answer}
              aria-describedby="desk-keys"
              placeholder={words.answerPlaceholder}
              maxLength={limits.mostLetters}
              enterKeyHint="send"
              onChange={event => write(event.target.value)}
              onKeyDown={onKey}
              onPaste={event => take(event, event.clipboardData.files)}
            />
            <IconButton
              className="composer__clip"
              label={words.canned}
              icon={<Bookmark size={22} />}
              onClick={() => setChoosing(true)}
            />
          </div>
          <button
            type="submit"
            className={cx('composer__send', ready && 'composer__send--ready')}
            aria-label={sending ? words.sending : words.send}
            aria-disabled={!ready}
          >
            <ArrowUp size={24} />
          </button>
        </div>
        <p id="desk-keys" className="t-cap t-2 desk__keys">
          {words.enterSends}
        </p>
      </form>
      {/* beside it: what is sent in there would be sent here too */}
      <CannedSheet
        open={choosing}
        language={language}
        typed={typed}
        onClose={() => setChoosing(false)}
        onChoose={chosen => {
          write(text ? `${text.trimEnd()}\n${chosen}` : chosen)
          setChoosing(false)
          box.current?.focus()
        }}
      />
    </>
  )
}
