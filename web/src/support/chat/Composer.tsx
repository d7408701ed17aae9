// Where a question is written: Enter sends, Shift and Enter breaks the line; blank text is not sent.
import { chat as limits } from '@parkit/contract/platform/limits'
import { ArrowUp } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useSupportWords } from '#support/overview/overview.ts'
import { cx } from '#ui/cx.ts'
import { PickButton, PickedFiles, useFiles } from './FilePick.tsx'

export function Composer({ onSend }: { onSend: (text: string, files: readonly File[]) => void }) {
  const words = useSupportWords()
  const [text, setText] = useState('')
  const { files, fault, add, remove, clear } = useFiles()
  const typed = text.trim()
  const over = typed.length - limits.mostLetters
  const ready = (typed !== '' || files.length > 0) && over <= 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    onSend(typed, files)
    setText('')
    clear()
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // while letters are being composed, Enter chooses one
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    submit(event)
  }
  const problem = over > 0 ? words.tooLong(over) : fault
  return (
    <form className="composer" onSubmit={submit}>
      <PickedFiles files={files} onRemove={remove} />
      {problem && (
        <p className="help help--error" role="alert">
          {problem}
        </p>
      )}
      <div className="composer__line">
        <div className="composer__box">
          <PickButton className="composer__clip" label={words.attach} onPick={add} />
          <textarea
            rows={1}
            value={text}
            aria-label={words.ask}
            placeholder={words.askPlaceholder}
            enterKeyHint="send"
            onChange={event => setText(event.target.value)}
            onKeyDown={onKey}
            onPaste={event => {
              const pasted = [...event.clipboardData.files]
              if (pasted.length === 0) return
              event.preventDefault()
              add(pasted)
            }}
          />
        </div>
        <button
          type="submit"
          className={cx('composer__send', ready && 'composer__send--ready')}
          aria-label={words.sendMessage}
          aria-disabled={!ready}
        >
          <ArrowUp size={24} />
        </button>
      </div>
    </form>
  )
}
