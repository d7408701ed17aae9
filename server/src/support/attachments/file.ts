// The type of a file by its bytes; pictures are re-encoded, so that no metadata remains.
import { attachment as limits } from '@parkit/contract/platform/limits'
import type { Attachment } from '@parkit/contract/support/chat'
import { fileTypeFromBuffer } from 'file-type'
import { makePicture } from '#platform/pictures.ts'
import { bareHeic } from './heic.ts'

type CheckedFile = {
  contentType: Attachment['ContentType']
  bytes: Buffer
  width: number | null
  height: number | null
}

const endings: Record<Attachment['ContentType'], string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
}
const pictures = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** None where it is no whole picture of sane size. */
const redraw = async (bytes: Buffer): Promise<CheckedFile | null> => {
  const { mostPixels, sidePixels } = limits
  const drawn = await makePicture(bytes, { sidePixels, mostPixels, fit: 'inside' })
  if (!drawn) return null
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(drawn).metadata()
  return { contentType: 'image/webp', bytes: drawn, width, height }
}

/** None where it is of no allowed type; `broken` where it says it is and can't be read. A HEIC loses what stands beside its picture, a PDF is kept as it is. */
export const checkFile = async (bytes: Buffer): Promise<CheckedFile | 'broken' | null> => {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const type = found?.mime === 'image/heif' ? 'image/heic' : found?.mime
  if (type === 'application/pdf') return { contentType: type, bytes, width: null, height: null }
  if (type === 'image/heic') {
    const bare = bareHeic(bytes)
    return bare ? { contentType: type, bytes: bare, width: null, height: null } : 'broken'
  }
  if (!type || !pictures.has(type)) return null
  return (await redraw(bytes)) ?? 'broken'
}

const lettersMost = 100

/** The last part of a path, without what turns or hides letters, with the ending of what it is. */
export const fileName = (given: string, contentType: Attachment['ContentType']): string => {
  const ending = endings[contentType]
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const stem = last
    .replace(/[\p{C}"<>:|?*]/gu, '')
    .replace(/\.[^.]*$/, '')
    .replace(/^[.\s]+/, '')
    .trim()
  return `${[...stem].slice(0, lettersMost).join('') || 'file'}.${ending}`
}
