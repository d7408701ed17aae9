// Mounts the calls of exports; who has the same content already is told so.

import { Readable } from 'node:stream'
import * as contract from '@parkit/contract/city/exports'
import type { FastifyReply } from 'fastify'
import type { Mount } from '#platform/http.ts'
import type { Exported } from './answers.ts'
import type { Exports } from './exports.ts'

const cacheSeconds = 60

const send = (reply: FastifyReply, type: string, { etag, text }: Exported) => {
  reply.header('etag', etag).header('cache-control', `public, max-age=${cacheSeconds}`)
  const known = reply.request.headers['if-none-match'] ?? ''
  if (known.split(/\s*,\s*/).some(tag => tag === '*' || tag.replace(/^W\//, '') === etag)) return reply.code(304).send()
  return reply.type(type).send(Readable.from(text))
}

const csv = 'text/csv; charset=utf-8'

export const mountExports = (mount: Mount, exports: Exports): void => {
  mount(contract.zonesGeoJson, async ({ params, reply }) =>
    send(reply, 'application/geo+json', await exports.zonesGeoJson(params.city)),
  )
  mount(contract.zonesCsv, async ({ params, reply }) => send(reply, csv, await exports.zonesCsv(params.city)))
  mount(contract.countsCsv, async ({ params, reply }) => send(reply, csv, await exports.countsCsv(params.city)))
  mount(contract.ratesCsv, async ({ params, now, reply }) => send(reply, csv, await exports.ratesCsv(params.city, now)))

  const { cds, apds } = exports
  const json = 'application/json; charset=utf-8'
  mount(contract.cdsZones, async ({ params, now, reply }) => send(reply, json, await cds.zones(params.city, now)))
  mount(contract.cdsPolicies, async ({ params, now, reply }) => send(reply, json, await cds.policies(params.city, now)))
  mount(contract.cdsAreas, async ({ params, now, reply }) =>
    send(reply, json, await cds.none(params.city, 'areas', now)),
  )
  mount(contract.cdsSpaces, async ({ params, now, reply }) =>
    send(reply, json, await cds.none(params.city, 'spaces', now)),
  )
  mount(contract.cdsStatus, async ({ params, now, reply }) => send(reply, json, await cds.status(params.city, now)))
  mount(contract.apdsPlaces, async ({ params, now, reply }) => send(reply, json, await apds.places(params.city, now)))
  mount(contract.apdsRates, async ({ params, now, reply }) => send(reply, json, await apds.rates(params.city, now)))
  mount(contract.apdsRights, async ({ params, now, reply }) => send(reply, json, await apds.rights(params.city, now)))
}
