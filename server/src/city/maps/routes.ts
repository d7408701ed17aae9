// Serves what maps are drawn from, and the tiles of each city.
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#platform/errors.ts'
import type { Maps } from './maps.ts'

const mostZoom = 22
const listSeconds = 60
const tileSeconds = 24 * 3_600

type At = { city: string; z: string; x: string; y: string }

/** Beside the calls, because browsers ask for tiles as for files. */
export const mountMaps = (app: FastifyInstance, maps: Maps): void => {
  app.get('/tiles/maps.json', async (_, reply) =>
    reply.header('cache-control', `public, max-age=${listSeconds}`).send({ maps: await maps.list() }),
  )
  app.get<{ Params: At }>('/tiles/:city/:z/:x/:y.pbf', async ({ params }, reply) => {
    const at = [params.z, params.x, params.y].map(part => (/^\d{1,8}$/.test(part) ? Number(part) : Number.NaN))
    const [z = Number.NaN, x = 0, y = 0] = at
    if (at.some(Number.isNaN) || z > mostZoom || x >= 2 ** z || y >= 2 ** z) throw new Refusal('not_found')
    const tile = await maps.tile(params.city, z, x, y)
    reply.header('cache-control', `public, max-age=${tileSeconds}`)
    // plain ground: an answer too, which is not asked for again
    if (!tile) return reply.code(204).send()
    return reply.type('application/vnd.mapbox-vector-tile').send(Buffer.from(tile))
  })
}
