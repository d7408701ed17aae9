// Mounts the account's calls; what its wallet holds is the wallet's.
import * as contract from '@parkit/contract/driver/account'
import type { Mount } from '#platform/http.ts'
import type { Account } from './account.ts'

export const mountAccount = (mount: Mount, account: Account): void => {
  mount(contract.token, async ({ body, request, now }) => {
    const signedIn = await account.token(body, now)
    request.actor = signedIn.p_user_id
    return signedIn
  })
  mount(contract.register, ({ body, language, request, now }) => account.register(body, language, request.ip, now))
  mount(contract.quickRegister, ({ body, language, request, now }) =>
    account.quickRegister(body, language, request.ip, now),
  )
  mount(contract.complete, ({ body, caller, now }) => account.complete(caller, body, now))
  mount(contract.sendCode, ({ body, language, request, now }) =>
    account.sendCode(body.Destination, language, request.ip, now),
  )
  mount(contract.changeContact, ({ body, caller, request, now }) =>
    account.changeContact(caller, body, request.ip, now),
  )
  mount(contract.confirmContact, ({ body, caller, now }) => account.confirmContact(caller, body, now))
  mount(contract.resetPassword, ({ body, caller, now }) => account.resetPassword(caller, body.NewPassword, now))
  mount(contract.logout, ({ caller }) => account.logout(caller))
  mount(contract.signIns, ({ caller, now }) => account.signIns.list(caller, now))
  mount(contract.endSignIns, ({ body, caller, now }) => account.signIns.end(caller, body.Which, now))
  mount(contract.profile, ({ caller }) => account.profile(caller.driverId))
  mount(contract.settings, ({ body, caller }) => account.changeSettings(caller, body))
}
