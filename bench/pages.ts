// What a phone loads: JavaScript before the landing and Home are there, and Lighthouse on both: `node bench/pages.ts`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { findBrowser } from '../e2e/browser.ts'
import { newDataDir, startServer } from '../e2e/server.ts'

const limitKb = 110
const limitScore = 95
const runs = 3
const dist = join(import.meta.dirname, '../web/dist')
const pages = [
  { name: 'landing', path: '/parkit3', source: 'src/account/LandingScreen.tsx' },
  { name: 'Home', path: '/homepage', source: 'src/parking/HomeScreen.tsx' },
]

type Chunk = { file: string; imports?: string[]; isEntry?: boolean }
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

const scriptsOf = (name: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[name]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) scriptsOf(imported, seen)
  return seen
}
const brotliKb = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(dist, file))).length, 0) / 1000

const entry = Object.keys(manifest).find(name => manifest[name]!.isEntry)!
for (const { name, source } of pages) {
  const kb = brotliKb(scriptsOf(source, scriptsOf(entry)))
  console.log(`${name}: ${kb.toFixed(1)} kB of JavaScript, brotli (limit ${limitKb} kB)`)
}

const { dataDir, remove } = newDataDir()
const server = await startServer({ DATA_DIR: dataDir })
const port = 9_333
const browser = await chromium.launch({
  executablePath: findBrowser()!,
  args: ['--no-sandbox', `--remote-debugging-port=${port}`],
})
const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!
try {
  for (const { name, path } of pages) {
    const scores: Record<string, number[]> = {}
    for (let run = 0; run < runs; run++) {
      const result = await lighthouse(`${server.address}${path}`, { port, output: 'json', logLevel: 'error' })
      for (const { id, score } of Object.values(result!.lhr.categories))
        scores[id] = [...(scores[id] ?? []), Math.round((score ?? 0) * 100)]
      for (const id of ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'])
        scores[id] = [...(scores[id] ?? []), result!.lhr.audits[id]!.numericValue ?? 0]
    }
    const shown = Object.entries(scores).map(([id, all]) => `${id} ${Math.round(median(all) * 100) / 100}`)
    console.log(`${name}: ${shown.join(', ')} (median of ${runs}, mobile; limit ${limitScore})`)
  }
} finally {
  await browser.close()
  await server.end('SIGTERM')
  remove()
}
