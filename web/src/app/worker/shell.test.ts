// What the service worker answers from the phone: pages by who looks, parts of this version and the one before, tiles by age.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: object) => void

const origin = 'https://parkit.example'
const nowMs = Date.parse('2026-11-21T15:00:00Z')
const dayMs = 24 * 3_600_000

let listeners: Map<string, Listener>
let stores: Map<string, Map<string, Response>>
let look: string
let server: Map<string, string>
let asked: string[]

const pathOf = (of: Request | string) => new URL(typeof of === 'string' ? of : of.url, origin).pathname
const cacheOf = (store: Map<string, Response>) => ({
  match: async (of: Request | string) => store.get(pathOf(of))?.clone(),
  put: async (of: Request | string, response: Response) => void store.set(pathOf(of), response),
  delete: async (of: Request | string) => store.delete(pathOf(of)),
  keys: async () => [...store.keys()].map(path => new Request(origin + path)),
})
const storeOf = (name: string) => {
  const store = stores.get(name) ?? new Map<string, Response>()
  stores.set(name, store)
  return store
}

beforeEach(async () => {
  listeners = new Map()
  stores = new Map()
  look = 'driver.en.auto'
  asked = []
  server = new Map([
    ['/index.html', 'empty'],
    ['/prerendered/home.driver.en.auto.html', 'home'],
    ['/prerendered/home.nobody.hi.dark.html', 'guest'],
    ['/assets/part-2.js', 'part 2'],
    ['/assets/hindi.woff2', 'letters'],
  ])
  vi.stubGlobal('build', {
    version: '2',
    files: [
      ...['/index.html', '/prerendered/home.driver.en.auto.html', '/prerendered/home.nobody.hi.dark.html'].map(
        path => ({
          path,
          integrity: 'sha256-x',
          ...(path.includes('.hi.') && { look: '.hi.dark.' }),
        }),
      ),
      { path: '/assets/part-2.js' },
      { path: '/assets/hindi.woff2', look: '.hi.' },
    ],
    prerendered: {
      '/': { withoutQuery: true, pages: { nobody: 'landing.nobody' } },
      '/homepage': { withoutQuery: false, pages: { guest: 'home.nobody', driver: 'home.driver' } },
    },
  })
  vi.stubGlobal('self', {
    location: { origin },
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    clients: { claim: async () => undefined },
    cookieStore: { get: async () => ({ value: look }) },
  })
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheOf(storeOf(name)),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (of: Request | string) => [...stores.values()].find(store => store.has(pathOf(of)))?.get(pathOf(of)),
  })
  vi.stubGlobal('fetch', async (of: Request | string) => {
    asked.push(pathOf(of))
    const text = server.get(pathOf(of))
    if (text === undefined) throw new TypeError('Failed to fetch')
    return new Response(text, { headers: { date: new Date(nowMs).toUTCString() } })
  })
  vi.stubGlobal('performance', { timeOrigin: nowMs, now: () => 0 })
  vi.resetModules()
  await import('./shell.ts')
})
afterEach(() => vi.unstubAllGlobals())

const happen = async (type: string) => {
  let work: Promise<unknown> = Promise.resolve()
  listeners.get(type)!({ waitUntil: (given: Promise<unknown>) => (work = given) })
  await work
}
/** Undefined where the worker leaves it to the network. */
const open = async (path: string, mode = 'no-cors') => {
  let answer: Promise<Response> | undefined
  let later: Promise<unknown> | undefined
  const request = { method: 'GET', url: origin + path, mode } as Request
  listeners.get('fetch')!({
    request,
    respondWith: (given: Promise<Response>) => (answer = given),
    waitUntil: (given: Promise<unknown>) => (later = given),
  })
  const text = answer && (await (await answer).text())
  await later
  return text
}
const page = (path: string) => open(path, 'navigate')

test('a page is the visitor’s cached first view, else the empty page, without the network', async () => {
  await happen('install')
  asked = []
  expect(await page('/homepage')).toBe('home')
  expect(await page('/HomePage?x=1')).toBe('home')
  expect(await page('/dashboard?session=P-1')).toBe('empty')
  look = 'driver.hi.light'
  expect(await page('/homepage')).toBe('empty')
  look = ''
  expect(await page('/homepage')).toBe('empty')
  expect(asked).toEqual([])
  // in another language it is fetched for the next time
  look = 'guest.hi.dark'
  expect([await page('/homepage'), await page('/homepage')]).toEqual(['empty', 'guest'])
  expect(asked).toEqual(['/prerendered/home.nobody.hi.dark.html'])
})

test.each(['/api/Parking/Active', '/api/docs', '/sandbox/outbox', '/healthz', '/metrics', '/robots.txt'])(
  '%s comes from the network',
  async path => {
    await happen('install')
    expect([await page(path), await open(path)]).toEqual([undefined, undefined])
  },
)

test('Hindi fonts are cached for those who read it', async () => {
  await happen('install')
  expect(storeOf('parkit-shell-2').has('/assets/hindi.woff2')).toBe(false)
  look = 'driver.hi.auto'
  await happen('install')
  expect(storeOf('parkit-shell-2').has('/assets/hindi.woff2')).toBe(true)
})

test('a file that fails to load leaves the previous version in place', async () => {
  server.delete('/assets/part-2.js')
  await expect(happen('install')).rejects.toThrow('Failed to fetch')
})

test('the previous version stays for its tabs, older ones are deleted', async () => {
  for (const version of ['0', '1'])
    storeOf(`parkit-shell-${version}`).set(`/assets/part-${version}.js`, new Response(`part ${version}`))
  storeOf('workbox-precache')
  storeOf('parkit-tiles')
  await happen('install')
  await happen('activate')
  expect([...stores.keys()].sort()).toEqual(['parkit-shell-1', 'parkit-shell-2', 'parkit-tiles'])
  asked = []
  expect([await open('/assets/part-1.js'), await open('/assets/part-2.js'), asked]).toEqual(['part 1', 'part 2', []])
})

test('a map tile younger than a week comes from the cache; an older one only when the network fails', async () => {
  const keep = (ageDays: number) =>
    storeOf('parkit-tiles').set(
      '/tiles/1',
      new Response('kept', { headers: { date: new Date(nowMs - ageDays * dayMs).toUTCString() } }),
    )
  server.set('/tiles/1', 'new')
  keep(6)
  expect(await open('/tiles/1')).toBe('kept')
  keep(8)
  expect(await open('/tiles/1')).toBe('new')
  keep(8)
  server.delete('/tiles/1')
  expect(await open('/tiles/1')).toBe('kept')
})

test('which maps there are is asked for again after a minute, and known offline', async () => {
  const keep = (ageMs: number) =>
    storeOf('parkit-tiles').set(
      '/tiles/maps.json',
      new Response('kept', { headers: { date: new Date(nowMs - ageMs).toUTCString() } }),
    )
  server.set('/tiles/maps.json', 'new')
  keep(50_000)
  expect(await open('/tiles/maps.json')).toBe('kept')
  keep(70_000)
  expect(await open('/tiles/maps.json')).toBe('new')
  keep(70_000)
  server.delete('/tiles/maps.json')
  expect(await open('/tiles/maps.json')).toBe('kept')
})

test('the number of cached tiles is limited', async () => {
  for (let i = 0; i < 405; i++) {
    server.set(`/tiles/${i}`, 'tile')
    await open(`/tiles/${i}`)
  }
  const kept = [...storeOf('parkit-tiles').keys()]
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([400, '/tiles/5', '/tiles/404'])
})
