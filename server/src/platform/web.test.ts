// Which page an address gets: the app's, a prerendered first view, or none where a file was asked for.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerError } from './http.ts'
import { serveWeb } from './web.ts'

const folder = mkdtempSync(join(tmpdir(), 'parkit-web-'))
const app = fastify()
beforeAll(async () => {
  mkdirSync(join(folder, 'prerendered'))
  const pages = ['find.driver.hi.dark', 'landing.nobody.en.auto', 'landing.nobody.es.auto']
  for (const name of ['index', ...pages.map(page => `prerendered/${page}`)])
    writeFileSync(join(folder, `${name}.html`), name)
  writeFileSync(join(folder, 'robots.txt'), 'robots')
  writeFileSync(
    join(folder, 'prerendered/pages.json'),
    JSON.stringify({
      '/': { withoutQuery: true, pages: { nobody: 'landing.nobody' } },
      '/findparking': { withoutQuery: false, pages: { driver: 'find.driver' } },
    }),
  )
  app.setErrorHandler(answerError)
  await serveWeb(app, { web: folder, tiles: '/nowhere' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, cookie = '') => app.inject({ method: 'GET', url, headers: { cookie } })

test.each([
  ['/', '', 'prerendered/landing.nobody.en.auto'],
  ['/?next=/account', '', 'index'],
  ['/', 'first_look=driver.en.auto', 'index'],
  ['/FindParking?q=60601', 'a=b; first_look=driver.hi.dark', 'prerendered/find.driver.hi.dark'],
  ['/findparking', 'first_look=nobody.hi.dark', 'index'],
  ['/findparking', 'first_look=../x.hi.dark', 'index'],
  ['/nothing/here', 'first_look=driver.hi.dark', 'index'],
  ['/login?next=/a.json', '', 'index'],
])('%s for "%s" is %s', async (url, cookie, page) => {
  const { statusCode, body, headers } = await get(url, cookie)
  expect([statusCode, body]).toEqual([200, page])
  expect(headers.vary).toContain('cookie')
})

test.each([
  ['es-MX,es;q=0.9,en;q=0.8', '', 'es'],
  ['fr-FR, es;q=0.9, en;q=0.8', '', 'es'],
  ['en-GB,es;q=0.9', '', 'en'],
  ['fr', '', 'en'],
  // chosen, or seen before
  ['es', 'first_look=nobody.en.auto', 'en'],
])('a first visit from a phone in %s, with "%s", begins in %s', async (language, cookie, page) => {
  const headers = { cookie, 'accept-language': language }
  const reply = await app.inject({ method: 'GET', url: '/', headers })
  expect(reply.body).toBe(`prerendered/landing.nobody.${page}.auto`)
  expect(reply.headers.vary).toContain('accept-language')
})

test.each(['/llms.txt', '/foo.json', '/a/b.php?x=1', '/.well-known/x', '/assets/none.js'])(
  '%s, a file that does not exist, is 404',
  async url => expect((await get(url)).statusCode).toBe(404),
)

test('an existing file is served', async () => expect((await get('/robots.txt')).body).toBe('robots'))
