// What a driver does with the record of himself: edits it, takes it with him, deletes it. Field names and rules as recorded.
import { call } from '../platform/call.ts'
import type * as schemas from './profile-schemas.ts'

export type * from './profile-schemas.ts'

export const update = call<typeof schemas.update>()({
  method: 'POST',
  path: '/api/Account/Update',
  who: 'driver',
  form: 'taken',
})

export const exportData = call<typeof schemas.exportData>()({
  method: 'GET',
  path: '/api/Account/Export',
  who: 'driver',
})

export const deleteAccount = call<typeof schemas.deleteAccount>()({
  method: 'POST',
  path: '/api/Account/Delete',
  who: 'driver',
})

export const photo = call<typeof schemas.photo>()({ method: 'GET', path: '/api/Account/Photo', who: 'driver' })

export const changePhoto = call<typeof schemas.changePhoto>()({
  method: 'POST',
  path: '/api/Account/Photo',
  who: 'driver',
  upload: 'photo',
})

export const deletePhoto = call<typeof schemas.deletePhoto>()({
  method: 'DELETE',
  path: '/api/Account/Photo',
  who: 'driver',
})
