// A file that comes as the part of a form: read whole, never longer than the form's limit.
import type { FieldError } from '@parkit/contract/field-errors'
import type { FastifyRequest } from 'fastify'
import { refuse, refuseField } from './errors.ts'

export type Upload = { bytes: Buffer; name: string }

/** Throws `unsupported_media`, `too_large`, and `error` at the field where there is no such file. */
export const requireUpload = async (request: FastifyRequest, key: string, error: FieldError): Promise<Upload> => {
  if (!request.isMultipart()) refuse('unsupported_media')
  try {
    const part = await request.file()
    if (part?.fieldname === key) return { bytes: await part.toBuffer(), name: part.filename ?? '' }
  } catch (fault) {
    if ((fault as { statusCode?: number }).statusCode === 413) refuse('too_large', { fields: { [key]: 'file_large' } })
    // a form that breaks off, or is none
  }
  return refuseField(key, error)
}
