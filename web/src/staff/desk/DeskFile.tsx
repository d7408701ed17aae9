// A file of a driver's, or sent to one, read with the sign-in of staff.
import { deskAttachment } from '@parkit/contract/staff/desk'
import type { Attachment } from '@parkit/contract/support/chat'
import { download } from '#platform/file-transfer.ts'
import { FileLine, FileView } from '#support/chat/chat.ts'

type Props = { driverId: string; file: Attachment }

const readOf = (driverId: string) => (id: string) => download(deskAttachment, { params: { driverId, id } })

export const DeskFile = ({ driverId, file }: Props) => <FileView file={file} read={readOf(driverId)} />

export const DeskFileLine = ({ driverId, file }: Props) => <FileLine file={file} read={readOf(driverId)} />
