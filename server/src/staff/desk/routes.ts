// Mounts the desk's calls: staff, conversations, drivers; files as the part of a form.
import { attachment as limits } from '@parkit/contract/platform/limits'
import { consoleSignOut } from '@parkit/contract/staff/console-team'
import * as contract from '@parkit/contract/staff/desk'
import {
  acts,
  deskCallbacks,
  deskEmails,
  deskFeedback,
  driverActivity,
  driverFacts,
  driverReceipt,
  driverSession,
  driverSessions,
  findDrivers,
  moveCallback,
  refund,
} from '@parkit/contract/staff/desk-drivers'
import { payOut, unclaimed } from '@parkit/contract/staff/desk-money'
import { approveProposal, proposals, refuseProposal, withdrawProposal } from '@parkit/contract/staff/desk-proposals'
import {
  acceptInvite,
  deskConfirm,
  deskSignIn,
  deskSignOut,
  inviteStaff,
  removeStaff,
  staffList,
} from '@parkit/contract/staff/desk-staff'
import type { FastifyInstance } from 'fastify'
import { beginEvents } from '#platform/event-stream.ts'
import { requireUpload, sendFile, takeFiles } from '#platform/files.ts'
import type { Mount } from '#platform/http.ts'
import type { Desk } from './desk.ts'

const mountStaff = (mount: Mount, { staff, members }: Desk): void => {
  mount(deskSignIn, ({ body, language, now }) => staff.signIn(body, language, now))
  mount(deskConfirm, async ({ body, request, now }) => {
    const signedIn = await staff.confirm(body, now)
    request.actor = signedIn.Staff.StaffId
    return signedIn
  })
  mount(acceptInvite, ({ body, now }) => staff.accept(body, now))
  mount(deskSignOut, ({ caller, now }) => staff.signOut(caller, now))
  mount(consoleSignOut, ({ caller, now }) => staff.signOut(caller, now))
  mount(staffList, ({ caller }) => members.list(caller))
  mount(inviteStaff, ({ caller, body, language, now }) => members.invite(caller, body, language, now))
  mount(removeStaff, ({ caller, params, language, now }) => members.remove(caller, params.staffId, language, now))
  mount(acts, ({ query }) => staff.acts(query))
}

export const mountDesk = async (
  app: FastifyInstance,
  mounts: (door: FastifyInstance) => Mount,
  desk: Desk,
): Promise<void> => {
  const mount = mounts(app)
  mountStaff(mount, desk)
  mount(contract.conversations, ({ caller, query }) => desk.conversations(caller, query))
  mount(contract.conversation, ({ params, query }) => desk.conversation(params.driverId, query))
  mount(contract.answer, ({ caller, params, body, idempotencyKey, now }) =>
    desk.answer(caller, params.driverId, body, idempotencyKey, now),
  )
  mount(contract.assign, ({ caller, params, body, now }) => desk.assign(caller, params.driverId, body.StaffId, now))
  mount(contract.close, ({ caller, params, body, now }) => desk.close(caller, params.driverId, body.Seq, now))
  mount(contract.reopen, ({ caller, params, now }) => desk.reopen(caller, params.driverId, now))
  mount(contract.cannedAnswers, () => desk.canned())
  mount(contract.keepCanned, ({ caller, body, now }) => desk.saveCanned(caller, body, now))
  mount(contract.dropCanned, ({ caller, params, now }) => desk.deleteCanned(caller, params.id, now))
  mount(contract.deskAttachment, async ({ params, reply }) => {
    return sendFile(reply, await desk.drivers.attachment(params.driverId, params.id))
  })
  mount(contract.deskStream, ({ request, reply }) => beginEvents(request, reply, desk.streams.open))
  await app.register(async door => {
    await takeFiles(door, limits.mostBytes)
    const mount = mounts(door)
    mount(contract.deskAttach, async ({ params, request, now }) =>
      desk.attach(
        params.driverId,
        await requireUpload(request, contract.deskAttach.upload, { missing: 'file', large: 'file_large' }),
        now,
      ),
    )
  })
  // before the server waits for what is open to end
  app.addHook('preClose', desk.streams.stop)

  mount(findDrivers, ({ query }) => desk.drivers.find(query.Query))
  mount(driverFacts, ({ params, now }) => desk.drivers.facts(params.driverId, now))
  mount(driverSessions, ({ params, query, now }) => desk.drivers.sessions(params.driverId, query, now))
  mount(driverActivity, ({ params, query }) => desk.drivers.activity(params.driverId, query))
  mount(driverSession, ({ params, now }) => desk.drivers.session(params.driverId, params.id, now))
  mount(driverReceipt, async ({ params, now, language, reply }) =>
    reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="ParkIt-${params.id}.pdf"`)
      .send(await desk.drivers.receipt(params.driverId, params.id, now, language)),
  )
  mount(refund, async ({ caller, params, body, idempotencyKey, now, reply }) => {
    const answer = await desk.drivers.refund(caller, params, body, idempotencyKey, now)
    if (answer.Proposal) reply.status(202)
    return answer
  })
  const { proposals: list } = desk.drivers
  mount(proposals, ({ query, now }) => list.list(query, now))
  mount(approveProposal, ({ caller, params, now }) => list.approve(caller, params.id, now))
  mount(refuseProposal, ({ caller, params, body, now }) => list.refuse(caller, params.id, body, now))
  mount(withdrawProposal, ({ caller, params, now }) => list.withdraw(caller, params.id, now))
  mount(deskCallbacks, ({ query }) => desk.drivers.callbacks(query))
  mount(moveCallback, ({ caller, params, body, now }) => desk.drivers.moveCallback(caller, params.id, body.State, now))
  mount(deskEmails, ({ query }) => desk.drivers.emails(query))
  mount(unclaimed, ({ caller, query }) => desk.unclaimed.list(caller, query))
  mount(payOut, ({ caller, params, body, now }) => desk.unclaimed.payOut(caller, params.id, body, now))
  mount(deskFeedback, ({ query }) => desk.drivers.feedback(query))
}
