// What a phone loads: JavaScript before the landing and Home are there, and Lighthouse on both: `node bench/pages.ts`.
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { findBrowser } from '../e2e/browser.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { closureOf, entry, sizeKb } from './bundle.ts'

const limitKb = 110
const limitScore = 95
const runs = 3
const pages = [
  { name: 'landing', path: '/parkit3', source: 'src/account/LandingScreen.tsx' },
  { name: 'Home', path: '/homepage', source: 'src/parking/HomeScreen.tsx' },
]

for (const { name, source } of pages) {
  const kb = sizeKb(closureOf(source, closureOf(entry)))
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
