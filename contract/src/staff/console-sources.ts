// Where a city's places and counts come from: files that its staff upload, and feeds that are polled.
import { call } from '../platform/call.ts'
import type * as schemas from './console-sources-schemas.ts'

export type * from './console-sources-schemas.ts'

const readers = { roles: ['owner', 'rates', 'money', 'permits', 'viewer'], lead: true } as const
const roles = ['owner', 'rates'] as const
const matched = { roles, matched: true } as const
const path = '/api/Console/:city/Sources'

export const citySources = call<typeof schemas.citySources>()('GET', path, 'console', readers)
export const citySource = call<typeof schemas.citySource>()('GET', `${path}/:source`, 'console', { roles })
export const addFeed = call<typeof schemas.addFeed>()('POST', path, 'console', { roles })
export const changeFeed = call<typeof schemas.changeFeed>()('POST', `${path}/:source`, 'console', matched)
export const pauseFeed = call<typeof schemas.pauseFeed>()('POST', `${path}/:source/Pause`, 'console', matched)
export const pollFeed = call<typeof schemas.pollFeed>()('POST', `${path}/:source/Poll`, 'console', { roles })
export const removeFeed = call<typeof schemas.removeFeed>()('DELETE', `${path}/:source`, 'console', matched)
