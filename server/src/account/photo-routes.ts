// Mounts the photo's calls; an upload comes as the part of a form.
import multipart from '@fastify/multipart'
import { photo as limits } from '@parkit/contract/limits'
import * as contract from '@parkit/contract/profile'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse, refuseField } from '#platform/errors.ts'
import type { Mount } from '#platform/http.ts'
import type { Photo } from './photo.ts'

/** Throws `unsupported_media`, `too_large`, and at the field where there is no such file. */
const requireFile = async (request: FastifyRequest, key: string): Promise<Buffer> => {
  if (!request.isMultipart()) refuse('unsupported_media')
  try {
    const part = await request.file()
    if (part?.fieldname === key) return await part.toBuffer()
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 413) refuse('too_large')
    // a form that breaks off, or is none
  }
  return refuseField(key, 'photo')
}

export const mountPhoto = (app: FastifyInstance, mounts: (door: FastifyInstance) => Mount, photo: Photo) =>
  app.register(async door => {
    await door.register(multipart, { limits: { fileSize: limits.mostBytes, files: 1, fields: 10, parts: 11 } })
    const mount = mounts(door)
    mount(contract.photo, async ({ caller, reply }) => {
      const { content_type, bytes } = await photo.get(caller.driverId)
      return reply.type(content_type).header('cache-control', 'no-store').send(bytes)
    })
    mount(contract.changePhoto, async ({ caller, request }) =>
      photo.change(caller.driverId, await requireFile(request, contract.changePhoto.upload)),
    )
    mount(contract.deletePhoto, ({ caller }) => photo.remove(caller.driverId))
  })
