// Mounts the calls of passkeys.
import * as contract from '@parkit/contract/driver/passkeys'
import { answerSignIn, clientOf, deviceNameOf } from '#driver/account/account.ts'
import type { Mount } from '#platform/http.ts'
import type { Passkeys } from './passkeys.ts'

export const mountPasskeys = (mount: Mount, passkeys: Passkeys): void => {
  mount(contract.passkeys, ({ caller }) => passkeys.list(caller))
  mount(contract.passkeyOptions, ({ caller, now }) => passkeys.options(caller, now))
  mount(contract.addPasskey, ({ body: { Name, Credential }, caller, request, now }) =>
    passkeys.add(caller, { Name: Name || deviceNameOf(request.headers['user-agent']), Credential }, now),
  )
  mount(contract.renamePasskey, ({ params, body, caller }) => passkeys.rename(caller, params.id, body.Name))
  mount(contract.removePasskey, ({ params, caller, now }) => passkeys.remove(caller, params.id, now))
  mount(contract.declinePasskeyOffer, ({ caller, now }) => passkeys.declineOffer(caller, now))
  mount(contract.passkeyHost, () => passkeys.host())
  mount(contract.signInOptions, ({ now }) => passkeys.signInOptions(now))
  mount(contract.signInByPasskey, async ({ body, request, reply, now }) =>
    answerSignIn(await passkeys.signIn(body, clientOf(request), now), request, reply),
  )
  mount(contract.proofOptions, ({ caller, now }) => passkeys.proofOptions(caller, now))
  mount(contract.proveByPasskey, ({ body, caller, now }) => passkeys.prove(caller, body, now))
}
