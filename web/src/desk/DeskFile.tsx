// A file of a driver's, or sent to one: a picture is shown in its own proportions, anything else is a line to save it by.
import type { Attachment } from '@parkit/contract/chat'
import { deskAttachment } from '@parkit/contract/desk'
import { useQuery } from '@tanstack/react-query'
import { Download, FileText } from 'lucide-react'
import { failureText } from '../account/failing.ts'
import { download } from '../platform/client.ts'
import { saveFile } from '../platform/save.ts'
import { useBlobUrl } from '../support/FileView.tsx'
import { sizeText } from '../support/picking.ts'
import { toast } from '../ui/toast.ts'
import { useDeskWords } from './words.ts'

type Props = { driverId: string; file: Attachment }

const read = (driverId: string, id: string) => download(deskAttachment, { params: { driverId, id } })

export function DeskFile({ driverId, file }: Props) {
  return file.Width && file.Height ? (
    <PictureView driverId={driverId} file={file} width={file.Width} height={file.Height} />
  ) : (
    <FileLine driverId={driverId} file={file} />
  )
}

function PictureView({ driverId, file, width, height }: Props & { width: number; height: number }) {
  const words = useDeskWords()
  // private: fetched with the sign-in
  const { data, isError } = useQuery({
    queryKey: ['desk.attachment', file.AttachmentId],
    queryFn: () => read(driverId, file.AttachmentId),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = useBlobUrl(data)
  return (
    <button
      type="button"
      className="chat__picture"
      style={{ aspectRatio: `${width} / ${Math.min(height, width * 1.4)}` }}
      aria-label={words.file(file.Name)}
      onClick={() => data && saveFile(data, file.Name)}
    >
      {url && <img src={url} alt={file.Name} width={width} height={height} />}
      {isError && <span>{words.fileFailed}</span>}
    </button>
  )
}

export function FileLine({ driverId, file }: Props) {
  const words = useDeskWords()
  const save = () =>
    read(driverId, file.AttachmentId).then(
      blob => saveFile(blob, file.Name),
      error => toast.error(failureText(error)),
    )
  return (
    <button type="button" className="chat__file" aria-label={words.file(file.Name)} onClick={save}>
      <FileText size={22} />
      <span className="picked__name">{file.Name}</span>
      <span className="picked__size num">{sizeText(file.Size)}</span>
      <Download size={20} />
    </button>
  )
}
