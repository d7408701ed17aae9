// Printed signs: whether the link on one is real.
import { call } from '../platform/call.ts'
import type * as schemas from './signs-schemas.ts'

export const checkSign = call<typeof schemas.checkSign>()('GET', '/api/Sign/Check', 'anyone')
