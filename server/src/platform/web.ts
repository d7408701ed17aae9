// Serves the built web app and the map tiles; any other address gets the app's page.
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import { preferredLanguage } from './language.ts'

/** set by the web app: who is there, and in which language and theme */
const cookie = /(?:^|; )first_look=(nobody|guest|driver|parked)\.((?:en|es|hi)\.(?:auto|light|dark))/

/** The styles that stand in pages themselves, as a policy names them; read once, for a build is not changed under a server. */
export const inlineStyles = (folder: string): string[] => {
  const pages = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const texts = pages
    .filter(name => name.endsWith('.html'))
    .flatMap(name => [...readFileSync(join(folder, name), 'utf8').matchAll(/<style>(.*?)<\/style>/gs)])
  return [...new Set(texts.map(([, text]) => `'sha256-${hash('sha256', text!, 'base64')}'`))]
}

export const serveWeb = async (app: FastifyInstance, folders: { web: string; tiles: string }): Promise<void> => {
  if (existsSync(folders.tiles)) {
    await app.register(fastifyStatic, {
      root: folders.tiles,
      prefix: '/tiles/',
      decorateReply: false,
      maxAge: '7d',
      setHeaders: (reply, path) => {
        if (path.endsWith('.pbf')) reply.header('content-type', 'application/vnd.mapbox-vector-tile')
      },
    })
  }
  const built = existsSync(join(folders.web, 'index.html'))
  const pagesFile = join(folders.web, 'prerendered/pages.json')
  /** For a path, the page of each kind of visitor, and whether only without a query; written by the build. */
  const prerendered: Record<string, { withoutQuery: boolean; pages: Record<string, string> }> = existsSync(pagesFile)
    ? JSON.parse(readFileSync(pagesFile, 'utf8'))
    : {}
  /** The prerendered page, where there is one for this path and this visitor. */
  const pageOf = (request: FastifyRequest): string => {
    const [path = '', query] = request.url.split('?', 2)
    const language = preferredLanguage(request.headers['accept-language'])
    const [, who = 'nobody', look = `${language}.auto`] = cookie.exec(request.headers.cookie ?? '') ?? []
    const found = prerendered[path.toLowerCase()]
    const page = found?.pages[who]
    return page && !(found.withoutQuery && query) ? `prerendered/${page}.${look}.html` : 'index.html'
  }
  if (built) {
    await app.register(fastifyStatic, {
      root: folders.web,
      wildcard: false,
      globIgnore: ['assets/**'],
      // the root path too is answered by `pageOf`
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: reply => reply.header('cache-control', 'no-cache'),
    })
    await app.register(fastifyStatic, {
      root: join(folders.web, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      index: false,
      preCompressed: true,
      // a name has its content's hash, so a browser never asks again: a first view of 25 files is 3 kB smaller without these headers
      etag: false,
      lastModified: false,
      acceptRanges: false,
      maxAge: '365d',
      immutable: true,
    })
  }
  app.setNotFoundHandler((request, reply) => {
    // what has an ending was asked for as a file: the app's page would pass for it
    const wantsPage =
      request.method === 'GET' &&
      !/^\/(api|tiles|assets)\/|^[^?]*\.[a-z0-9]+($|\?)|^\/\.well-known\//i.test(request.url)
    if (!built || !wantsPage) throw new Refusal('not_found')
    return reply.headers({ 'cache-control': 'no-cache', vary: 'cookie, accept-language' }).sendFile(pageOf(request))
  })
}
