// How Lighthouse finds every address that bench/pages.ts leaves out, each opened first of all: `node bench/other-pages.ts`.
import { prepare } from '../e2e/paths.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { signIn } from '../e2e/sign-in.ts'
import { report } from './figures.ts'
import { faults, openForLighthouse, runLighthouse, score } from './lighthouse.ts'

/** `node bench/other-pages.ts rules /login`: without performance, which other work on the machine lowers; which addresses. */
const [mode = 'all', ...wanted] = process.argv.slice(2)
const categories = [
  { id: 'performance', limit: 98 },
  { id: 'accessibility', limit: 100 },
  { id: 'best-practices', limit: 100 },
  { id: 'seo', limit: 100 },
].slice(mode === 'rules' ? 1 : 0)

const measuredElsewhere = ['/parkit3', '/homepage', '/findparking', '/account', '/confirmlocation']
/** The landing under other addresses, and staff's own screens. */
const left = ['/parkit1', '/parkit2', '/desk']

const { dataDir, remove } = newDataDir()
const server = await startServer({ DATA_DIR: dataDir })
const { context, port, close } = await openForLighthouse(server.address)
try {
  const { driver, paths } = await prepare(server.address)
  const measure = async (all: string[]) => {
    for (const path of all) {
      const name = path.split('?')[0]!
      if ([...measuredElsewhere, ...left].includes(name)) continue
      if (wanted.length > 0 && !wanted.some(start => path.startsWith(start))) continue
      const ids = categories.map(({ id }) => id)
      const found = await runLighthouse(server.address + path, port, ids)
      for (const { id, limit } of categories)
        report({ what: `${name}: ${id}`, value: score(id)(found), unit: 'points', limit, atLeast: true })
      for (const fault of faults(found)) console.log(`  ${name}: ${fault}`)
    }
  }
  await measure(paths.nobody)
  const page = await context.newPage()
  await signIn(page, driver)
  await page.close()
  await measure(paths.driver)
} finally {
  await close()
  await server.end('SIGTERM')
  remove()
}
