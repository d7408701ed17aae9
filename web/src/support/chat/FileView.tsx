// A file of a message: a picture is shown in its own proportions, anything else is a line to save it by.
import { type Attachment, attachment } from '@parkit/contract/support/chat'
import { useQuery } from '@tanstack/react-query'
import { Download, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { savesData } from '#platform/data-saver.ts'
import { download } from '#platform/file-transfer.ts'
import { saveFile } from '#platform/save-file.ts'
import { useSupportWords } from '#support/overview/overview.ts'
import { failureText } from '#ui/failure-text.ts'
import { toast } from '#ui/toast.ts'
import { sizeText } from './file-rules.ts'

/** Of a blob, as long as it is shown. */
export function useBlobUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return blob && url
}

type Read = (id: string) => Promise<Blob>
type Props = {
  file: Attachment
  /** Absent: as its driver. */
  read?: Read
}

const readOwn: Read = id => download(attachment, { params: { id } })

export function FileView(props: Props) {
  const { Width, Height } = props.file
  return Width && Height ? <PictureView {...props} width={Width} height={Height} /> : <FileLine {...props} />
}

function PictureView({ file, read = readOwn, width, height }: Props & { width: number; height: number }) {
  const words = useSupportWords()
  const [isWanted, setIsWanted] = useState(() => !savesData())
  // a private picture, fetched with the bearer token of who looks (D-97)
  const { data, isError } = useQuery({
    queryKey: ['attachment', file.AttachmentId],
    queryFn: () => read(file.AttachmentId),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWanted,
  })
  const url = useBlobUrl(data)
  return (
    <button
      type="button"
      className="chat__picture"
      style={{ aspectRatio: `${width} / ${Math.min(height, width * 1.4)}` }}
      aria-label={isWanted ? words.openFile(file.Name) : words.showPicture(file.Name)}
      onClick={() => (data ? saveFile(data, file.Name) : setIsWanted(true))}
    >
      {url && <img src={url} alt={words.picture(file.Name)} width={width} height={height} />}
      {!isWanted && <span className="chat__ask">{words.showPicture(file.Name)}</span>}
      {isError && <span>{words.fileFailed}</span>}
    </button>
  )
}

export function FileLine({ file, read = readOwn }: Props) {
  const words = useSupportWords()
  const save = () =>
    read(file.AttachmentId).then(
      blob => saveFile(blob, file.Name),
      error => toast.error(failureText(error)),
    )
  return (
    <button type="button" className="chat__file" aria-label={words.openFile(file.Name)} onClick={save}>
      <FileText size={22} />
      <span className="picked__name">{file.Name}</span>
      <span className="picked__size num">{sizeText(file.Size)}</span>
      <Download size={20} />
    </button>
  )
}
