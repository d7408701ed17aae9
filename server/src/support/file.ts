// What a file really is, by its own bytes; a picture is drawn anew, so that nothing hidden in it is kept.
import type { Attachment } from '@parkit/contract/chat'
import { attachment as limits } from '@parkit/contract/limits'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'

export type CheckedFile = {
  contentType: Attachment['ContentType']
  bytes: Buffer
  width: number | null
  height: number | null
}

const pictureSeconds = 10
const endings: Record<Attachment['ContentType'], string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
}
const drawn = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' } as const

const isDrawn = (type: string): type is keyof typeof drawn => type in drawn

/** Without what it tells about place, time and device; upright; still. Throws where it is no whole picture of sane size. */
const redraw = async (bytes: Buffer, contentType: keyof typeof drawn): Promise<CheckedFile> => {
  const side = limits.sidePixels
  const { data, info } = await sharp(bytes, { limitInputPixels: limits.mostPixels, failOn: 'error' })
    .timeout({ seconds: pictureSeconds })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toFormat(drawn[contentType])
    .toBuffer({ resolveWithObject: true })
  return { contentType, bytes: data, width: info.width, height: info.height }
}

/** None where it is of no allowed type; `broken` where it says it is and can't be read. HEIC and PDF are kept as they are. */
export const checkFile = async (bytes: Buffer): Promise<CheckedFile | 'broken' | null> => {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const type = found?.mime === 'image/heif' ? 'image/heic' : found?.mime
  if (type === 'image/heic' || type === 'application/pdf')
    return { contentType: type, bytes, width: null, height: null }
  if (!type || !isDrawn(type)) return null
  const picture = await redraw(bytes, type).catch(() => 'broken' as const)
  return picture !== 'broken' && picture.bytes.length > limits.mostBytes ? 'broken' : picture
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
