// Mounts the calls of exports: who may read them, and who has the same content already is told so.

import { Readable } from 'node:stream'
import * as contract from '@parkit/contract/city/exports'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearerOf } from '#platform/auth.ts'
import type { Mount } from '#platform/http.ts'
import type { Scope } from './access.ts'
import type { Exported } from './answers.ts'
import type { Exports } from './exports.ts'

const cacheSeconds = 60

/** What every call of exports is given. */
type Asked = { params: { city: string }; now: Temporal.Instant; request: FastifyRequest; reply: FastifyReply }

const types = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  geoJson: 'application/geo+json',
  metrics: 'application/vnd.cds+csv;version=1.1',
}

export const mountExports = (mount: Mount, exports: Exports): void => {
  const { access, cds, apds, stays } = exports

  const send = async (
    { params, now, request, reply }: Asked,
    type: keyof typeof types,
    make: (city: string, now: Temporal.Instant) => Promise<Exported>,
    scope: Scope = 'places',
  ) => {
    const kept = await access.admit(params.city, bearerOf(request), scope, now)
    const { etag, text } = await make(params.city, now)
    reply.header('vary', 'authorization')
    if (etag === null) return reply.header('cache-control', 'no-store').type(types[type]).send(Readable.from(text))
    reply.header('etag', etag).header('cache-control', `${kept}, max-age=${cacheSeconds}`)
    const known = request.headers['if-none-match'] ?? ''
    if (known.split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag))
      return reply.code(304).send()
    return reply.type(types[type]).send(Readable.from(text))
  }

  mount(contract.zonesGeoJson, asked => send(asked, 'geoJson', exports.zonesGeoJson))
  mount(contract.zonesCsv, asked => send(asked, 'csv', exports.zonesCsv))
  mount(contract.countsCsv, asked => send(asked, 'csv', exports.countsCsv))
  mount(contract.ratesCsv, asked => send(asked, 'csv', exports.ratesCsv))
  mount(contract.staysCsv, asked => send(asked, 'csv', (city, now) => stays.table(city, asked.query, now), 'stays'))

  mount(contract.cdsZones, asked => send(asked, 'json', cds.zones))
  mount(contract.cdsPolicies, asked => send(asked, 'json', cds.policies))
  mount(contract.cdsAreas, asked => send(asked, 'json', (city, now) => cds.none(city, 'areas', now)))
  mount(contract.cdsSpaces, asked => send(asked, 'json', (city, now) => cds.none(city, 'spaces', now)))
  mount(contract.cdsStatus, asked => send(asked, 'json', cds.status))
  mount(contract.cdsSessions, asked =>
    send(asked, 'metrics', (city, now) => stays.sessions(city, asked.query, now), 'stays'),
  )
  mount(contract.cdsAggregates, asked =>
    send(asked, 'metrics', (city, now) => stays.aggregates(city, asked.query, now)),
  )

  mount(contract.apdsPlaces, asked => send(asked, 'json', apds.places))
  mount(contract.apdsRates, asked => send(asked, 'json', apds.rates))
  mount(contract.apdsRights, asked => send(asked, 'json', apds.rights))
}
