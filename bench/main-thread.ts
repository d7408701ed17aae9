// Processor time of a page's main thread, which other work on the machine does not lengthen, and when the page has settled.
import type { Page } from 'playwright-core'

export type MainThread = { busyMs: () => Promise<number>; slow: (rate: number) => Promise<unknown> }

export async function mainThread(page: Page): Promise<MainThread> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    busyMs: async () => {
      const { metrics } = await client.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
    },
    slow: rate => client.send('Emulation.setCPUThrottlingRate', { rate }),
  }
}

const quietMs = 250

/** Waits until its calls are answered and it does nothing for a while. The event stream stays open and is no call. */
export async function settle(page: Page, thread: MainThread): Promise<void> {
  const waiting = () => page.evaluate(() => document.querySelector('main .loading') !== null)
  for (let before = -1; ; ) {
    const now = await thread.busyMs()
    if (now - before < 1 && !(await waiting())) return
    before = await thread.busyMs()
    await page.waitForTimeout(quietMs)
  }
}
