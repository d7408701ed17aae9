// Mounts the desk's calls.
import * as contract from '@parkit/contract/desk'
import {
  acts,
  deskCallbacks,
  deskEmails,
  deskFeedback,
  driverFacts,
  driverReceipt,
  driverSession,
  findDrivers,
  moveCallback,
  refund,
} from '@parkit/contract/desk-drivers'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Mount } from '#platform/http.ts'
import type { Desk } from './desk.ts'

const bearerOf = (request: FastifyRequest) => request.headers.authorization?.replace(/^\S+\s+/, '') ?? ''

export const mountDesk = (app: FastifyInstance, mount: Mount, desk: Desk): void => {
  mount(contract.deskSignIn, async ({ body, request, now }) => {
    const signedIn = await desk.staff.signIn(body, now)
    request.actor = signedIn.Staff.StaffId
    return signedIn
  })
  mount(contract.acceptInvite, ({ body, now }) => desk.staff.accept(body, now))
  mount(contract.deskSignOut, ({ caller, now }) => desk.staff.signOut(caller, now))
  mount(contract.staffList, ({ caller }) => desk.staff.list(caller))
  mount(contract.conversations, ({ caller, query }) => desk.conversations(caller, query.Show))
  mount(contract.conversation, ({ params, query }) => desk.conversation(params.driverId, query))
  mount(contract.answer, ({ caller, params, body, once, now }) =>
    desk.answer(caller, params.driverId, body.text, once, now),
  )
  mount(contract.assign, ({ caller, params, body, now }) => desk.assign(caller, params.driverId, body.StaffId, now))
  mount(contract.close, ({ caller, params, body, now }) => desk.close(caller, params.driverId, body.Seq, now))
  mount(contract.cannedAnswers, () => desk.canned())
  mount(contract.keepCanned, ({ caller, body, now }) => desk.keepCanned(caller, body, now))
  mount(contract.dropCanned, ({ caller, params, now }) => desk.dropCanned(caller, params.id, now))
  mount(contract.deskAttachment, async ({ params, reply }) => {
    const { name, content_type, bytes } = await desk.drivers.attachment(params.driverId, params.id)
    return reply
      .type(content_type)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'no-store')
      .send(bytes)
  })
  mount(contract.deskStream, async ({ request, reply }) => {
    reply.header('content-type', 'text/event-stream; charset=utf-8')
    // no-transform and x-accel-buffering: what stands between may neither pack it nor hold it back
    reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no')
    if (request.method === 'HEAD') return ''
    await desk.streams.open(bearerOf(request), () => {
      reply.hijack()
      return reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
    })
    return undefined
  })
  // before the server waits for what is open to end
  app.addHook('preClose', desk.streams.stop)

  mount(findDrivers, ({ query }) => desk.drivers.find(query.Query))
  mount(driverFacts, ({ params, now }) => desk.drivers.facts(params.driverId, now))
  mount(driverSession, ({ params, now }) => desk.drivers.session(params.driverId, params.id, now))
  mount(driverReceipt, async ({ params, now, reply }) =>
    reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="ParkIt-${params.id}.pdf"`)
      .send(await desk.drivers.receipt(params.driverId, params.id, now)),
  )
  mount(refund, ({ caller, params, body, once, now }) => desk.drivers.refund(caller, params, body, once, now))
  mount(deskCallbacks, () => desk.drivers.callbacks())
  mount(moveCallback, ({ caller, params, body, now }) => desk.drivers.moveCallback(caller, params.id, body.State, now))
  mount(deskEmails, () => desk.drivers.emails())
  mount(deskFeedback, () => desk.drivers.feedback())
  mount(acts, () => desk.staff.acts())
}
