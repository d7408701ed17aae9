// Cards as the driver sees them; how they are charged is behind the server's card port.
import { call } from '../platform/call.ts'
import type * as schemas from './cards-schemas.ts'

export type * from './cards-schemas.ts'

export const listMethods = call<typeof schemas.listMethods>()('GET', '/api/Payment/Methods', 'driver')
export const chooseDefault = call<typeof schemas.chooseDefault>()('POST', '/api/Payment/Methods/Default', 'driver')
export const changeExpiry = call<typeof schemas.changeExpiry>()('POST', '/api/Payment/Methods/Expiry', 'driver')
export const deleteMethod = call<typeof schemas.deleteMethod>()('DELETE', '/api/Payment/Methods/:id', 'driver')

export const createIntent = call<typeof schemas.createIntent>()('POST', '/api/Payment/create-intent', 'driver', {
  form: 'taken',
  pays: true,
})

export const confirm = call<typeof schemas.confirm>()('POST', '/api/Payment/Confirm', 'driver', { pays: true })
