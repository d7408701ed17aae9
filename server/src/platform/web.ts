// Serves the built web app and the map tiles; any address that is no file and no call is the app itself.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'

const yearSeconds = 31_536_000

export const serveWeb = async (app: FastifyInstance, folders: { web: string; tiles: string }): Promise<void> => {
  if (existsSync(folders.tiles)) {
    await app.register(fastifyStatic, {
      root: folders.tiles,
      prefix: '/tiles/',
      decorateReply: false,
      maxAge: '7d',
      setHeaders: reply => reply.header('content-type', 'application/vnd.mapbox-vector-tile'),
    })
  }
  const built = existsSync(join(folders.web, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: folders.web,
      wildcard: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        // hashed names never change; everything else is asked for again
        const fixed = path.includes('/assets/')
        reply.header('cache-control', fixed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !/^\/(api|tiles|assets)\//.test(request.url)
    if (!built || !wantsPage) throw new Refusal('not_found')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
