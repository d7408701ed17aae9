// What a phone loads and how Lighthouse finds it: the landing as nobody, four screens as a driver whose browser's cache is empty.
import * as parking from '@parkit/contract/parking/sessions'
import type { BrowserContext } from 'playwright-core'
import { registerDriver, require } from '../e2e/api.ts'
import { findLot } from '../e2e/places.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { signIn } from '../e2e/sign-in.ts'
import { mapFiles, scriptLimitKb, scriptsBefore, sizeKb } from './bundle.ts'
import { report } from './figures.ts'
import { median } from './growth.ts'
import { faults, openForLighthouse, type Report, runLighthouse, score } from './lighthouse.ts'
import { serveStaticPage } from './static-page.ts'

/** `node bench/pages.ts 5 Home Receipt`: how often, and which of them; their median counts. */
const [runs = 5, ...wanted] = process.argv.slice(2).map((word, i) => (i === 0 ? Number(word) : word)) as [
  number?,
  ...string[],
]

const pages = [
  { name: 'landing', path: '/parkit3', page: 'landing.nobody', source: 'src/driver/account/LandingScreen.tsx' },
  { name: 'Home', path: '/homepage', page: 'home.driver', source: 'src/parking/home/HomeScreen.tsx' },
  { name: 'Find', path: '/findparking', page: 'find.driver', source: 'src/city/places/FindScreen.tsx' },
  { name: 'Account', path: '/account', page: 'account.driver', source: 'src/money/account/WalletScreen.tsx' },
  {
    name: 'Receipt',
    path: '/confirmlocation',
    page: 'receipt.driver',
    source: 'src/parking/sessions/ReceiptScreen.tsx',
  },
].filter(({ name }) => wanted.length === 0 || wanted.includes(name))

type Measure = {
  title: string
  unit: string
  limit: number
  atLeast?: true
  /** The largest ratio to a static page of the same bytes. */
  ratio?: number
  of: (report: Report) => number
}
const audit = (id: string) => (report: Report) => report.audits[id]?.numericValue ?? Number.NaN
/** kB of the requests that belong to the map, or of the others: the map comes after the list, and has its own limit. */
const loadedKb =
  (isOfMap: boolean) =>
  ({ audits }: Report): number =>
    (audits['network-requests']?.details?.items ?? [])
      .filter(({ url = '' }) => (/\/tiles\//.test(url) || mapFiles.some(file => url.endsWith(file))) === isOfMap)
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000
const measures: Measure[] = [
  { title: 'performance', unit: 'points', limit: 98, atLeast: true, of: score('performance') },
  { title: 'accessibility', unit: 'points', limit: 100, atLeast: true, of: score('accessibility') },
  { title: 'best practices', unit: 'points', limit: 100, atLeast: true, of: score('best-practices') },
  { title: 'SEO', unit: 'points', limit: 100, atLeast: true, of: score('seo') },
  { title: 'LCP', unit: 'ms', limit: 1_500, ratio: 1.2, of: audit('largest-contentful-paint') },
  { title: 'CLS', unit: '', limit: 0.02, of: audit('cumulative-layout-shift') },
  { title: 'TBT', unit: 'ms', limit: 50, of: audit('total-blocking-time') },
  { title: 'loaded, without the map', unit: 'kB', limit: 200, of: loadedKb(false) },
  { title: 'loaded for the map', unit: 'kB', limit: 220, of: loadedKb(true) },
]

/** A driver in the browser's own storage, which Lighthouse leaves as it is; he has parked once, and looked at his account and receipt. */
const enter = async (context: BrowserContext, address: string) => {
  const driver = await registerDriver(address, 50)
  const { ZoneNumber } = await findLot(address)
  const stay = { ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' } as const
  const { SessionId } = await require(address, parking.start, { body: stay }, { token: driver.token })
  await require(address, parking.stop, { body: { SessionId } }, { token: driver.token })
  const page = await context.newPage()
  await signIn(page, driver)
  await page.waitForLoadState('networkidle')
  for (const path of ['/account', '/confirmlocation']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  await page.close()
}

const { dataDir, remove } = newDataDir()
const server = await startServer({ DATA_DIR: dataDir })
const { context, port, close } = await openForLighthouse(server.address)
try {
  let inside = false
  for (const { name, path, page, source } of pages) {
    if (!inside && name !== 'landing') await enter(context, server.address)
    inside ||= name !== 'landing'
    const reports: Report[] = []
    const bare: Report[] = []
    const peer = await serveStaticPage(page)
    for (let run = 0; run < runs; run++) {
      reports.push(await runLighthouse(`${server.address}${path}`, port))
      bare.push(await runLighthouse(peer.address, port))
    }
    peer.close()
    for (const { title, of, ratio, ...rest } of measures)
      report({
        what: `${name}: ${title}, median of ${runs}`,
        value: median(reports.map(of)),
        ...rest,
        ...(ratio && {
          peer: { what: 'a static page of the same bytes', value: median(bare.map(of)), limit: ratio },
        }),
      })
    const scriptKb = sizeKb(scriptsBefore(source))
    const what = `${name}: JavaScript before it is interactive, brotli`
    // the limit is for what everybody starts with
    const limit = ['landing', 'Home'].includes(name) ? { limit: scriptLimitKb } : {}
    report({ what, value: scriptKb, unit: 'kB', ...limit })
    for (const fault of new Set(reports.flatMap(faults))) console.log(`  ${name}: ${fault}`)
  }
} finally {
  await close()
  await server.end('SIGTERM')
  remove()
}
