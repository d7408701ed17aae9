// Mounts the chat's calls: messages, the stream, and files as the part of a form.
import { attachment as limits } from '@parkit/contract/platform/limits'
import {
  attach,
  attachment,
  chat,
  discardAttachment,
  readChat,
  say,
  stream,
  unread,
} from '@parkit/contract/support/chat'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginEvents } from '#platform/event-stream.ts'
import { requireUpload, sendFile, takeFiles } from '#platform/files.ts'
import type { Mount } from '#platform/http.ts'
import type { Support } from './support.ts'

/** Of the header that a browser repeats when it reconnects; null where it is no position. */
const lastEventId = (request: FastifyRequest): number | null => {
  const given = request.headers['last-event-id']
  return typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : null
}

export const mountChat = async (
  app: FastifyInstance,
  registrarOf: (scope: FastifyInstance) => Mount,
  { chat: talk, attachments, streams }: Support,
): Promise<void> => {
  const mount = registrarOf(app)
  mount(chat, ({ query, caller }) => talk.list(caller.driverId, query))
  mount(say, ({ body, caller, language, idempotencyKey, now }) =>
    talk.sayAsDriver(caller.driverId, language, body, idempotencyKey, now),
  )
  mount(readChat, ({ body, caller }) => talk.read(caller.driverId, body.Seq))
  mount(unread, ({ caller }) => talk.unread(caller.driverId))
  mount(stream, async ({ query, caller: { driverId }, request, reply }) => {
    const after = lastEventId(request) ?? query.After ?? (await talk.readPosition(driverId)).LastSeq
    return beginEvents(request, reply, (token, out) => streams.open({ driverId, token, after }, out))
  })

  mount(attachment, async ({ params, caller, reply }) => {
    return sendFile(reply, await attachments.get(caller.driverId, params.id))
  })
  mount(discardAttachment, ({ params, caller }) => attachments.discard(caller, params.id))
  await app.register(async scope => {
    await takeFiles(scope, limits.mostBytes)
    const mount = registrarOf(scope)
    const faults = { missing: 'file', large: 'file_large' } as const
    mount(attach, async ({ caller, request, now }) =>
      attachments.add(caller.driverId, await requireUpload(request, attach.upload, faults), now),
    )
  })

  // before the server waits for open connections to end
  app.addHook('preClose', streams.stop)
}
