// Uploads as a part of a form, up to the form's limit, and downloads.
import multipart from '@fastify/multipart'
import type { FieldError } from '@parkit/contract/platform/field-errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse, refuseField } from './errors.ts'

export type Upload = { bytes: Buffer; name: string }

/** The routes of this door take one file each, or so many, as parts of a form with at most ten fields. `mostFieldBytes`: of one field. */
export const takeFiles = async (
  door: FastifyInstance,
  mostBytes: number,
  { files = 1, mostFieldBytes = 1_048_576 } = {},
): Promise<void> => {
  await door.register(multipart, {
    limits: { fileSize: mostBytes, files, fields: 10, parts: files + 10, fieldSize: mostFieldBytes },
  })
}

/** Throws `unsupported_media`, `too_large`, and `missing` at the field where there is no such file. */
export const requireUpload = async (
  request: FastifyRequest,
  key: string,
  { missing, large }: { missing: FieldError; large: FieldError },
): Promise<Upload> => {
  if (!request.isMultipart()) refuse('unsupported_media')
  try {
    const part = await request.file()
    if (part?.fieldname === key) return { bytes: await part.toBuffer(), name: part.filename ?? '' }
  } catch (fault) {
    if ((fault as { statusCode?: number }).statusCode === 413) refuse('too_large', { fields: { [key]: large } })
    // a form that breaks off, or is none
  }
  return refuseField(key, missing)
}

/** Whatever is in it, a browser saves it and runs nothing. */
export const sendFile = (
  reply: FastifyReply,
  { name, content_type, bytes }: { name: string; content_type: string; bytes: Buffer },
): FastifyReply =>
  reply
    .type(content_type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(bytes)
