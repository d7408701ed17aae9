// Where staff answer: Enter sends, what is half written stays with its driver, and kept answers are one choice away.
import { chat as limits } from '@parkit/contract/platform/limits'
import { deskAttach } from '@parkit/contract/staff/desk'
import { Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { upload } from '#platform/file-transfer.ts'
import { MessageForm, useFiles } from '#support/chat/chat.ts'
import { IconButton } from '#ui/Button.tsx'
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
  const picked = useFiles()
  const [choosing, setChoosing] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const language = useFacts(driverId).data?.Language ?? 'en'
  const write = (typed: string) => {
    drafts.set(driverId, typed)
    setText(typed)
  }
  const typed = text.trim()
  const submit = () => {
    const said = async () => ({
      text: typed,
      AttachmentIds: await Promise.all(picked.files.map(file => storeOnce(driverId, file))),
    })
    onSend(said).then(
      () => {
        write('')
        picked.clear()
      },
      () => undefined,
    )
  }
  return (
    <>
      <MessageForm
        formClassName="desk__answer"
        files={picked}
        problem={picked.fault}
        attach={words.attach}
        send={sending ? words.sending : words.send}
        isReady={(typed !== '' || picked.files.length > 0) && !sending}
        canDrop
        onSubmit={submit}
        ref={box}
        id="desk-answer"
        value={text}
        aria-label={words.answer}
        aria-describedby="desk-keys"
        placeholder={words.answerPlaceholder}
        maxLength={limits.mostLetters}
        onChange={event => write(event.target.value)}
        beside={
          <IconButton
            className="composer__clip"
            label={words.canned}
            icon={<Bookmark size={22} />}
            onClick={() => setChoosing(true)}
          />
        }
        below={
          <p id="desk-keys" className="t-cap t-2">
            {words.enterSends}
          </p>
        }
      />
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
