// Chromium: found on this machine or installed from Debian's packages, with the design's two window sizes.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { recordFocus } from './focus-recorder.ts'
import { recordLabels } from './label-recorder.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of a Chromium on this machine, or none. */
export const findBrowser = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap(folder => names.map(name => join(folder, name)))
    .find(path => existsSync(path))

/** Throws where it can't be installed. */
export const installBrowser = (): void => {
  const apt = (...args: string[]) => {
    const [command, ...rest] = process.getuid?.() === 0 ? ['apt-get', ...args] : ['sudo', '-n', 'apt-get', ...args]
    return (
      spawnSync(command!, rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        .status === 0
    )
  }
  apt('update', '-qq')
  if (!apt('install', '-y', '-qq', '--no-install-recommends', 'chromium') || !findBrowser())
    throw new Error('The tests need Chromium: install the package “chromium”.')
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: join(import.meta.dirname, 'chromium.sh'),
    args: ['--no-sandbox'],
    env: { ...process.env, CHROMIUM: findBrowser()! },
  })

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1280, height: 800 }

type Look = {
  size?: typeof phone
  theme?: 'light' | 'dark'
  language?: 'en' | 'es' | 'hi'
  /** none: the driver refuses to share it */
  position?: { latitude: number; longitude: number }
}

let isWrittenFound = false
/** Tests look for texts as they are written; what is read aloud in other words stands beside them (`web/src/ui/Spoken.tsx`). */
const findWhatIsWritten = (page: Page): void => {
  if (isWrittenFound) return
  isWrittenFound = true
  for (const one of [page, page.locator('body')]) {
    const found = Object.getPrototypeOf(one) as Pick<Locator, 'getByText'>
    const { getByText } = found
    found.getByText = function (this: Page | Locator, ...search) {
      const owner = 'page' in this ? this.page() : this
      return getByText.apply(this, search).and(owner.locator(':not(.spoken)'))
    }
  }
}

/** A browser of one driver's own. A page fault, a refused resource, a lost focus, or a control not named as it shows is kept in `faults`. */
export const openContext = async (
  browser: Browser,
  baseURL: string,
  { size = phone, theme = 'light', language = 'en', position }: Look = {},
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> => {
  const context = await browser.newContext({
    baseURL,
    viewport: size,
    hasTouch: size === phone,
    isMobile: size === phone,
    colorScheme: theme,
    locale: { en: 'en-US', es: 'es-US', hi: 'hi-IN' }[language],
    timezoneId: 'America/Chicago',
    permissions: ['clipboard-read', 'clipboard-write', ...(position ? ['geolocation'] : [])],
    ...(position && { geolocation: position }),
  })
  const faults: string[] = []
  await recordFocus(context, loss => faults.push(loss))
  await recordLabels(context, fault => faults.push(fault))
  const page = await context.newPage()
  findWhatIsWritten(page)
  page.on('pageerror', error => faults.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text())
  })
  return { context, page, faults }
}
