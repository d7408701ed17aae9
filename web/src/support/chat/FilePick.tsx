// The files that are about to be sent, and the button that adds more.
import { fieldText } from '@parkit/contract/platform/field-errors'
import { FileText, Image, Paperclip, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useLanguage } from '#platform/language.tsx'
import { useSupportWords } from '#support/overview/overview.ts'
import { acceptedFiles, pickFault, sizeText } from './file-rules.ts'

/** `add` says what is wrong with the first that is; the others are taken. */
export function useFiles() {
  const [files, setFiles] = useState<readonly File[]>([])
  const [fault, setFault] = useState<string>()
  const language = useLanguage()
  const add = (picked: readonly File[]) => {
    const taken = [...files]
    let wrong: string | undefined
    for (const file of picked) {
      const key = pickFault(file, taken.length)
      if (key) wrong ??= `${file.name}: ${fieldText(key, language)}`
      else taken.push(file)
    }
    setFiles(taken)
    setFault(wrong)
  }
  const remove = (file: File) => {
    setFiles(files.filter(each => each !== file))
    setFault(undefined)
  }
  const clear = () => {
    setFiles([])
    setFault(undefined)
  }
  return { files, fault, add, remove, clear }
}

type ButtonProps = { onPick: (files: File[]) => void; label: string; className: string; children?: ReactNode }

export function PickButton({ onPick, label, className, children }: ButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className={className} aria-label={label} onClick={() => input.current?.click()}>
        <Paperclip size={22} />
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedFiles}
        tabIndex={-1}
        aria-label={label}
        onChange={event => {
          onPick([...(event.target.files ?? [])])
          // the same file may be picked again
          event.target.value = ''
        }}
      />
    </>
  )
}

type ListProps = { files: readonly File[]; onRemove: (file: File) => void }

export function PickedFiles({ files, onRemove }: ListProps) {
  const words = useSupportWords()
  if (files.length === 0) return null
  return (
    <ul className="picked" aria-label={words.files}>
      {files.map(file => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`}>
          {file.type.startsWith('image/') ? <Image size={20} /> : <FileText size={20} />}
          <span className="picked__name">{file.name}</span>
          <span className="picked__size num">{sizeText(file.size)}</span>
          <button type="button" aria-label={words.removeFile(file.name)} onClick={() => onRemove(file)}>
            <X size={18} />
          </button>
        </li>
      ))}
    </ul>
  )
}
