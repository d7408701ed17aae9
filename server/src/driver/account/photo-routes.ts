// Mounts the photo's calls; an upload comes as the part of a form.

import * as contract from '@parkit/contract/driver/profile'
import { photo as limits } from '@parkit/contract/platform/limits'
import type { FastifyInstance } from 'fastify'
import { requireUpload, takeFiles } from '#platform/files.ts'
import type { Mount } from '#platform/http.ts'
import type { Photo } from './photo.ts'

export const mountPhoto = (app: FastifyInstance, mounts: (door: FastifyInstance) => Mount, photo: Photo) =>
  app.register(async door => {
    await takeFiles(door, limits.mostBytes)
    const mount = mounts(door)
    mount(contract.photo, async ({ caller, reply }) => {
      const { content_type, bytes } = await photo.get(caller.driverId)
      return reply.type(content_type).send(bytes)
    })
    mount(contract.changePhoto, async ({ caller, request }) => {
      const { bytes } = await requireUpload(request, contract.changePhoto.upload, { missing: 'photo', large: 'photo' })
      return photo.change(caller.driverId, bytes)
    })
    mount(contract.deletePhoto, ({ caller }) => photo.remove(caller.driverId))
  })
