// Cards as the driver sees them; how they are charged is behind the server's card port.
import { call } from '../platform/call.ts'
import type * as schemas from './cards-schemas.ts'

export type * from './cards-schemas.ts'

export const config = call<typeof schemas.config>()({ method: 'GET', path: '/api/Payment/Config', who: 'anyone' })

export const listMethods = call<typeof schemas.listMethods>()({
  method: 'GET',
  path: '/api/Payment/Methods',
  who: 'driver',
})

export const chooseDefault = call<typeof schemas.chooseDefault>()({
  method: 'POST',
  path: '/api/Payment/Methods/Default',
  who: 'driver',
})

export const changeExpiry = call<typeof schemas.changeExpiry>()({
  method: 'POST',
  path: '/api/Payment/Methods/Expiry',
  who: 'driver',
})

export const deleteMethod = call<typeof schemas.deleteMethod>()({
  method: 'DELETE',
  path: '/api/Payment/Methods/:id',
  who: 'driver',
})

export const createIntent = call<typeof schemas.createIntent>()({
  method: 'POST',
  path: '/api/Payment/create-intent',
  who: 'driver',
  form: 'taken',
})

export const confirm = call<typeof schemas.confirm>()({ method: 'POST', path: '/api/Payment/Confirm', who: 'driver' })
