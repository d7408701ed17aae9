// What a driver does with the record of himself: edits it, deletes it. Field names and rules as recorded.
import { call } from '../platform/call.ts'
import type * as schemas from './profile-schemas.ts'

export type * from './profile-schemas.ts'

export const update = call<typeof schemas.update>()('POST', '/api/Account/Update', 'driver', { form: 'taken' })
export const deleteAccount = call<typeof schemas.deleteAccount>()('POST', '/api/Account/Delete', 'driver')
export const photo = call<typeof schemas.photo>()('GET', '/api/Account/Photo', 'driver')
export const changePhoto = call<typeof schemas.changePhoto>()('POST', '/api/Account/Photo', 'driver', {
  upload: 'photo',
})
export const deletePhoto = call<typeof schemas.deletePhoto>()('DELETE', '/api/Account/Photo', 'driver')
