// Mounts the chat's calls: messages, the stream, and files as the part of a form.
import multipart from '@fastify/multipart'
import { attach, attachment, chat, discardAttachment, readChat, say, stream, unread } from '@parkit/contract/chat'
import { attachment as limits } from '@parkit/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Mount } from '#platform/http.ts'
import { requireUpload } from '#platform/upload.ts'
import type { Support } from './support.ts'

/** Of the header, as a browser sends it again; what is no place in a conversation is none. */
const lastEventId = (request: FastifyRequest): number | null => {
  const given = request.headers['last-event-id']
  return typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : null
}

const bearerOf = (request: FastifyRequest) => request.headers.authorization?.replace(/^\S+\s+/, '') ?? ''

export const mountChat = async (
  app: FastifyInstance,
  mounts: (door: FastifyInstance) => Mount,
  { chat: talk, attachments, streams }: Support,
): Promise<void> => {
  const mount = mounts(app)
  mount(chat, ({ query, caller }) => talk.list(caller.driverId, query))
  mount(say, ({ body, caller, once, now }) => talk.sayAsDriver(caller, body, once, now))
  mount(readChat, ({ body, caller }) => talk.read(caller.driverId, body.Seq))
  mount(unread, ({ caller }) => talk.unread(caller.driverId))
  mount(stream, async ({ query, caller: { driverId }, request, reply }) => {
    const after = lastEventId(request) ?? query.After ?? (await talk.standing(driverId)).LastSeq
    reply.header('content-type', 'text/event-stream; charset=utf-8')
    // no-transform and x-accel-buffering: what stands between may neither pack it nor hold it back
    reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no')
    if (request.method === 'HEAD') return ''
    await streams.open({ driverId, token: bearerOf(request), after }, () => {
      reply.hijack()
      return reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
    })
    return undefined
  })

  mount(attachment, async ({ params, caller, reply }) => {
    const { name, content_type, bytes } = await attachments.get(caller.driverId, params.id)
    return reply
      .type(content_type)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'no-store')
      .send(bytes)
  })
  mount(discardAttachment, ({ params, caller }) => attachments.discard(caller, params.id))
  await app.register(async door => {
    await door.register(multipart, { limits: { fileSize: limits.mostBytes, files: 1, fields: 10, parts: 11 } })
    mountUpload(mounts(door), attachments)
  })

  // before the server waits for what is open to end
  app.addHook('preClose', streams.stop)
}

const mountUpload = (mount: Mount, attachments: Support['attachments']): void => {
  mount(attach, async ({ caller, request, now }) =>
    attachments.add(caller.driverId, await requireUpload(request, attach.upload, 'file'), now),
  )
}
