// Mounts the calls of the account, of the driver's own data, and of the photo, which is uploaded as a part of a form.
import * as contract from '@parkit/contract/driver/account'
import * as exports from '@parkit/contract/driver/data-export'
import * as profile from '@parkit/contract/driver/profile'
import * as recovery from '@parkit/contract/driver/recovery'
import { photo as limits } from '@parkit/contract/platform/limits'
import type { FastifyInstance } from 'fastify'
import { requireUpload, takeFiles } from '#platform/files.ts'
import type { Mount } from '#platform/http.ts'
import { sendRanges } from '#platform/ranges.ts'
import type { Account } from './account.ts'
import type { DataExport } from './data-export.ts'
import { clientOf } from './device.ts'
import type { OwnData } from './own-data.ts'
import type { Photo } from './photo.ts'
import { answerSignIn } from './sign-in.ts'

export const mountAccount = (mount: Mount, account: Account): void => {
  mount(contract.token, async ({ body, request, reply, now }) =>
    answerSignIn(await account.token(body, clientOf(request), now), request, reply),
  )
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
  mount(contract.confirmEmail, ({ body, caller, now }) => account.confirmEmail(caller, body, now))
  mount(contract.sendEmailLink, ({ caller, now }) => account.sendEmailLink(caller, now))
  mount(contract.prove, ({ body, caller, now }) => account.prove(caller, body, now))
  mount(contract.resetPassword, ({ body, caller, now }) => account.resetPassword(caller, body.NewPassword, now))
  mount(recovery.recover, async ({ body, request, reply, now }) =>
    answerSignIn(await account.recovery.recover(body, clientOf(request), now), request, reply),
  )
  mount(recovery.recoveries, ({ caller, now }) => account.recovery.list(caller, now))
  mount(recovery.stopRecovery, ({ body, caller, now }) => account.recovery.stop(caller, body.RecoveryId, now))
  mount(recovery.stopRecoveryByLink, ({ body }) => account.recovery.stopByLink(body))
  mount(contract.logout, async ({ caller, reply }) => {
    const { answer, cookie } = await account.logout(caller)
    if (caller.cookieHash) reply.header('set-cookie', cookie)
    return answer
  })
  mount(contract.signIns, ({ caller, now }) => account.signIns.list(caller, now))
  mount(contract.endSignIns, ({ body, caller, now }) => account.signIns.end(caller, body.Which, now))
  mount(contract.profile, ({ caller }) => account.profile(caller.driverId))
  mount(contract.settings, ({ body, caller }) => account.changeSettings(caller, body))
  mount(profile.update, ({ body, caller }) => account.updateProfile(caller.driverId, body))
}

type OwnDataDeps = { ownData: OwnData; dataExport: DataExport }

export const mountOwnData = (mount: Mount, { ownData, dataExport }: OwnDataDeps): void => {
  mount(exports.beginExport, ({ caller, now }) => dataExport.begin(caller, now))
  mount(exports.exportState, ({ caller, now }) => dataExport.state(caller.driverId, now))
  mount(exports.exportFile, async ({ caller, now, request, reply }) => {
    const { exportId, bytes } = await dataExport.file(caller, now)
    return sendRanges(request, reply, {
      name: 'ParkIt.zip',
      contentType: 'application/zip',
      etag: `"${exportId}"`,
      bytes,
      read: (from, to) => dataExport.download(caller.driverId, exportId, from, to),
    })
  })
  mount(profile.deleteAccount, ({ body, caller, now }) => ownData.deleteAccount(caller, body, now))
}

export const mountPhoto = (app: FastifyInstance, registrarOf: (scope: FastifyInstance) => Mount, photo: Photo) =>
  app.register(async scope => {
    await takeFiles(scope, limits.mostBytes)
    const mount = registrarOf(scope)
    mount(profile.photo, async ({ caller, reply }) => {
      const { content_type, bytes } = await photo.get(caller.driverId)
      return reply.type(content_type).send(bytes)
    })
    mount(profile.changePhoto, async ({ caller, request }) => {
      const { bytes } = await requireUpload(request, profile.changePhoto.upload, { missing: 'photo', large: 'photo' })
      return photo.change(caller.driverId, bytes)
    })
    mount(profile.deletePhoto, ({ caller }) => photo.remove(caller.driverId))
  })
