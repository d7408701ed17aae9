// The service worker's part for the app itself: kept on the phone, opened from there first, replaced when the driver says so.

/** Written in front of this by the build (web/build/service-worker.ts). */
declare const build: {
  version: string
  /** with what the bytes must be, so that nothing of another build is kept among them; a hashed name says so itself */
  files: { path: string; integrity?: string; look?: string }[]
  /** for a path, the page of each kind of visitor, and whether only without a query */
  prerendered: Record<string, { withoutQuery: boolean; pages: Record<string, string> }>
}

type Worker = {
  addEventListener: (type: 'install' | 'activate' | 'fetch' | 'message', listener: (event: WorkerEvent) => void) => void
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  /** not in older browsers: they begin with the app's empty page */
  cookieStore?: { get: (name: string) => Promise<{ value: string } | null> }
}
type WorkerEvent = Event & {
  waitUntil: (work: Promise<unknown>) => void
  respondWith: (answer: Promise<Response>) => void
  request: Request
  data: unknown
}

const worker = self as unknown as Worker

const prefix = 'parkit-shell-'
const shellName = prefix + build.version
const tilesName = 'parkit-tiles'
const mostTiles = 400
const tileMs = 7 * 24 * 3_600_000
/** which tiles there are: a city may change its map */
const listMs = 60_000

/** Served as they are asked for: calls, tiles, and what is no part of the app. */
/** A shared link too: its page has headers of its own. */
const notThePage = /^\/(api|until|tiles|assets|sandbox|prerendered|healthz|readyz|metrics|docs|openapi)\b|\.[a-z0-9]+$/i

const pathOf = ({ url }: Request) => new URL(url).pathname

/** Who looks, in which language and theme, as the app keeps it for the server: `driver.en.auto`, or nothing. */
const findLook = async (): Promise<string> => (await worker.cookieStore?.get('first_look'))?.value ?? ''

/** What an older build has of the same name is the same, and is not asked for again. */
const take = async (shell: Cache, { path, integrity }: (typeof build.files)[number]) => {
  const old = integrity === undefined ? await caches.match(path) : undefined
  const response = old ?? (await fetch(path, integrity === undefined ? {} : { integrity, cache: 'no-cache' }))
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  await shell.put(path, response)
}

const install = async () => {
  const look = await findLook()
  const shell = await caches.open(shellName)
  const wanted = build.files.filter(file => !file.look || `${look}.`.includes(file.look))
  // a few at a time: the open screen comes first
  const next = wanted.values()
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const file of next) await take(shell, file)
    }),
  )
}

const activate = async () => {
  const shells = (await caches.keys()).filter(name => name.startsWith(prefix) && name !== shellName)
  // the version before stays: a tab that shows it still asks for its parts
  const kept = [shellName, tilesName, shells.at(-1)]
  for (const name of await caches.keys()) if (!kept.includes(name)) await caches.delete(name)
  await worker.clients.claim()
}

/** The same choice as the server's (server/src/platform/web.ts). */
const pageOf = async ({ pathname, search }: URL): Promise<string> => {
  const found = build.prerendered[pathname.toLowerCase()]
  const look = /^(\w+)\.(\w+\.\w+)$/.exec(found ? await findLook() : '')
  const page = look && found?.pages[look[1]!]
  return page && !(found.withoutQuery && search) ? `/prerendered/${page}.${look[2]}.html` : '/index.html'
}

const findInShell = async (path: string): Promise<Response | undefined> =>
  (await caches.open(shellName)).match(path, { ignoreVary: true })

/** A page that is not cached yet, in a language just chosen for example, is cached for the next time. */
const openPage = async (event: WorkerEvent): Promise<Response> => {
  const { request } = event
  const path = await pageOf(new URL(request.url))
  const kept = await findInShell(path)
  if (kept) return kept
  const missing = build.files.find(file => file.path === path)
  if (missing)
    event.waitUntil(
      caches
        .open(shellName)
        .then(shell => take(shell, missing))
        .catch(() => undefined),
    )
  return (await findInShell('/index.html')) ?? fetch(request)
}

/** Hashed names never change: from this version, else from the one before, else it is kept from now on. */
const openAsset = async (request: Request): Promise<Response> => {
  const kept = (await findInShell(pathOf(request))) ?? (await caches.match(request, { ignoreVary: true }))
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await (await caches.open(shellName)).put(request, response.clone())
  return response
}

/** Those seen last, oldest gone first; one older than a week is asked for again where that is possible. */
const openTile = async (request: Request): Promise<Response> => {
  const tiles = await caches.open(tilesName)
  const kept = await tiles.match(request)
  const nowMs = performance.timeOrigin + performance.now()
  const ageMs = nowMs - Date.parse(kept?.headers.get('date') ?? '')
  if (kept && ageMs < (request.url.endsWith('.json') ? listMs : tileMs)) return kept
  const response = await fetch(request).catch(failure => {
    if (kept) return kept
    throw failure
  })
  if (response.ok && response !== kept) {
    await tiles.delete(request)
    await tiles.put(request, response.clone())
    const all = await tiles.keys()
    for (const oldest of all.slice(0, Math.max(0, all.length - mostTiles))) await tiles.delete(oldest)
  }
  return response
}

worker.addEventListener('install', event => event.waitUntil(install()))
worker.addEventListener('activate', event => event.waitUntil(activate()))
worker.addEventListener('message', event => {
  if (event.data === 'take-over') event.waitUntil(worker.skipWaiting())
})
worker.addEventListener('fetch', event => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(`${self.location.origin}/`)) return
  const path = pathOf(request)
  if (request.mode === 'navigate') {
    if (!notThePage.test(path)) event.respondWith(openPage(event))
  } else if (path.startsWith('/tiles/')) event.respondWith(openTile(request))
  else if (path.startsWith('/assets/')) event.respondWith(openAsset(request))
  else if (build.files.some(file => file.path === path))
    event.respondWith(findInShell(path).then(kept => kept ?? fetch(request)))
})
