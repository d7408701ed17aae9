// Where a message is written: Enter sends, Shift and Enter breaks the line; blank text is not sent.
import { chat as limits } from '@parkit/contract/platform/limits'
import { ArrowUp } from 'lucide-react'
import { type ComponentProps, type FormEvent, type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { useSupportWords } from '#support/overview/overview.ts'
import { cx } from '#ui/cx.ts'
import { PickButton, PickedFiles, useFiles } from './FilePick.tsx'

type ComposerProps = {
  ref: Ref<HTMLTextAreaElement>
  /** In front of what is typed; another one takes its place. */
  start?: string | undefined
  onSend: (text: string, files: readonly File[]) => void
}

export function Composer({ ref, start = '', onSend }: ComposerProps) {
  const words = useSupportWords()
  const [text, setText] = useState(start)
  const [given, setGiven] = useState(start)
  if (start !== given) {
    setGiven(start)
    setText(`${start}${text.startsWith(given) ? text.slice(given.length) : text}`)
  }
  const files = useFiles()
  const typed = text.trim()
  const over = typed.length - limits.mostLetters
  return (
    <MessageForm
      ref={ref}
      files={files}
      problem={over > 0 ? words.tooLong(over) : files.fault}
      attach={words.attach}
      send={words.sendMessage}
      isReady={(typed !== '' || files.files.length > 0) && over <= 0}
      onSubmit={() => {
        onSend(typed, files.files)
        setText('')
        files.clear()
      }}
      value={text}
      aria-label={words.ask}
      placeholder={words.askPlaceholder}
      onChange={event => setText(event.target.value)}
    />
  )
}

type Props = Omit<ComponentProps<'textarea'>, 'onSubmit'> & {
  formClassName?: string
  files: ReturnType<typeof useFiles>
  problem: string | undefined
  attach: string
  send: string
  isReady: boolean
  /** files can be dropped on the form */
  canDrop?: boolean
  onSubmit: () => void
  /** at the end of the line, and below it */
  beside?: ReactNode
  below?: ReactNode
}

/** The form around a message: its files, what is wrong, the line and the button. Files can be pasted. */
export function MessageForm(props: Props) {
  const { formClassName, files, problem, attach, send, isReady, canDrop, onSubmit, beside, below, ...textarea } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onSubmit()
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // while letters are being composed, Enter chooses one
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    submit(event)
  }
  const take = (event: { preventDefault: () => void }, given: FileList) => {
    if (given.length === 0) return
    event.preventDefault()
    files.add([...given])
  }
  return (
    <form
      className={cx('composer', formClassName)}
      onSubmit={submit}
      onDragOver={event => canDrop && event.preventDefault()}
      onDrop={event => canDrop && take(event, event.dataTransfer.files)}
    >
      <PickedFiles files={files.files} onRemove={files.remove} />
      {problem && (
        <p className="help help--error" role="alert">
          {problem}
        </p>
      )}
      <div className="composer__line">
        <div className="composer__box">
          <PickButton className="composer__clip" label={attach} onPick={files.add} />
          <textarea
            rows={1}
            enterKeyHint="send"
            onKeyDown={onKey}
            onPaste={event => take(event, event.clipboardData.files)}
            {...textarea}
          />
          {beside}
        </div>
        <button
          type="submit"
          className={cx('composer__send', isReady && 'composer__send--ready')}
          aria-label={send}
          aria-disabled={!isReady}
        >
          <ArrowUp size={24} />
        </button>
      </div>
      {below}
    </form>
  )
}
