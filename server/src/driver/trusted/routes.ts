// Mounts the calls of trusted persons.
import * as contract from '@parkit/contract/driver/trusted'
import type { Mount } from '#platform/http.ts'
import type { Trusted } from './trusted.ts'

export const mountTrusted = (mount: Mount, trusted: Trusted): void => {
  mount(contract.trusted, ({ caller, now }) => trusted.get(caller.driverId, now))
  mount(contract.inviteTrusted, ({ caller, body, request, now }) => trusted.invite(caller, body, request.ip, now))
  mount(contract.endTrusted, ({ caller }) => trusted.end(caller.driverId))
  mount(contract.trustedInvitation, ({ body, now }) => trusted.invitation(body.Code, now))
  mount(contract.answerTrusted, ({ body, language, now }) => trusted.answer(body, language, now))
}
