// The bare peer of a first view: its prerendered page and its bytes from a server that reads files, with nothing that runs.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { dist } from './bundle.ts'

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2', html: 'text/html' }

/** Its scripts arrive after the first paint as those of the app do, and stay text. */
const loadOnly = (files: string[]) => `<script>
new PerformanceObserver(() => { for (const file of ${JSON.stringify(files)}) fetch(file) }).observe({ type: 'paint' })
</script>`

/** Serves the prerendered page of that name (`home.driver`) in English. */
export async function serveStaticPage(name: string): Promise<{ address: string; close: () => void }> {
  const page = readFileSync(join(dist, 'prerendered', `${name}.en.auto.html`), 'utf8').replace(
    /<script src="([^"]+)" data-parts="([^"]+)"><\/script>/,
    (_, early: string, parts: string) => loadOnly([early, ...parts.split(' ')]),
  )
  const server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!
    const isFile = path.startsWith('/assets/')
    const isText = !path.endsWith('.woff2')
    try {
      const body = isFile ? readFileSync(join(dist, isText ? `${path}.br` : path)) : brotliCompressSync(page)
      response.writeHead(200, {
        'content-type': types[isFile ? path.split('.').at(-1)! : 'html'],
        ...(isText && { 'content-encoding': 'br' }),
        'cache-control': isFile ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
