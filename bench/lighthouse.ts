// Lighthouse as a phone: a browser that it takes over, its reports, and what costs points in them.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type BrowserContext, chromium } from 'playwright-core'
import { findBrowser } from '../e2e/browser.ts'
import { newDataDir } from '../e2e/server.ts'

export type Report = {
  categories: Record<string, { id: string; score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    {
      title: string
      score: number | null
      numericValue?: number
      details?: { items?: { url?: string; transferSize?: number }[] }
    }
  >
}

/** Run from npm's cache: with it, every installation would be 140 MB larger. */
export const runLighthouse = async (url: string, port: number, categories?: string[]): Promise<Report> => {
  const args = ['exec', '--yes', '--', 'lighthouse@13.5.0', url, `--port=${port}`, '--output=json', '--quiet']
  if (categories) args.push(`--only-categories=${categories.join()}`)
  const { stdout } = await promisify(execFile)('npm', args, { maxBuffer: 100_000_000 })
  return JSON.parse(stdout)
}

export const score = (id: string) => (report: Report) => Math.round((report.categories[id]?.score ?? 0) * 100)
/** What costs points outside performance, by name. */
export function faults({ categories, audits }: Report): string[] {
  return Object.values(categories)
    .filter(({ id }) => id !== 'performance')
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]!.title}`)
}

/** Its storage is that of `context`, which Lighthouse leaves as it is. */
export const openForLighthouse = async (
  baseURL: string,
): Promise<{ context: BrowserContext; port: number; close: () => Promise<void> }> => {
  const profile = newDataDir()
  const port = 9_333
  const context = await chromium.launchPersistentContext(profile.dataDir, {
    executablePath: findBrowser()!,
    baseURL,
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  })
  const close = async () => {
    await context.close()
    profile.remove()
  }
  return { context, port, close }
}
