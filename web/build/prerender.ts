// Writes the pages: inlined styles, one early script, and for some screens their prerendered HTML.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, createServer, type Plugin } from 'vite'
import { wideScreen } from '../src/ui/media.ts'
import { devanagari } from './font-subset.ts'

type Chunk = { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }

type Screen = {
  source: string
  paths: string[]
  /** the page is for the bare path alone: with a query the screen differs */
  withoutQuery?: true
  /** each kind of visitor who gets a prerendered page, and the kind that it is rendered for */
  visitors: Record<string, string>
}

const driverAlone = { driver: 'driver', parked: 'driver' }
const screens: Record<string, Screen> = {
  landing: {
    source: 'src/driver/account/LandingScreen.tsx',
    paths: ['/', '/parkit1', '/parkit2', '/parkit3'],
    withoutQuery: true,
    visitors: { nobody: 'nobody' },
  },
  home: {
    source: 'src/parking/home/HomeScreen.tsx',
    paths: ['/homepage'],
    visitors: { nobody: 'nobody', guest: 'nobody', driver: 'driver', parked: 'parked' },
  },
  find: {
    source: 'src/city/places/FindScreen.tsx',
    paths: ['/findparking'],
    withoutQuery: true,
    visitors: { guest: 'driver', ...driverAlone },
  },
  account: {
    source: 'src/money/account/WalletScreen.tsx',
    paths: ['/account'],
    visitors: { guest: 'nobody', ...driverAlone },
  },
  receipt: {
    source: 'src/parking/sessions/ReceiptScreen.tsx',
    paths: ['/confirmlocation'],
    visitors: driverAlone,
  },
  accessibility: {
    source: 'src/support/accessibility/AccessibilityScreen.tsx',
    paths: ['/accessibility'],
    visitors: { nobody: 'nobody', guest: 'nobody', driver: 'nobody', parked: 'nobody' },
  },
}

let isWide = false
const matchMedia = (query: string) => ({ matches: isWide && query === wideScreen })

/** Prerendering reads the browser's storage. */
const storage = new Map<string, string>()
const localStorage = {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
  clear: () => storage.clear(),
}

const dist = join(import.meta.dirname, '../dist')
const read = (file: string) => readFileSync(join(dist, file), 'utf8')

/** Bundles the script that runs before the app into one file; returns its URL. */
async function buildEarlyScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { treeshake: { moduleSideEffects: false } },
      lib: { entry: join(import.meta.dirname, '../src/app/prerender/start.ts'), formats: ['iife'], name: 'start' },
    },
  })
  const [output] = Array.isArray(built) ? built : []
  const { code } = output!.output[0]
  const file = `assets/start-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
  writeFileSync(join(dist, file), code)
  return `/${file}`
}

/** Returns a function that makes the page of a screen, or of any: styles inlined, scripts listed for the early script. */
async function createPageMaker() {
  const manifest: Record<string, Chunk> = JSON.parse(read('.vite/manifest.json'))
  const entry = Object.keys(manifest).find(name => manifest[name]!.isEntry)!
  const early = await buildEarlyScript()
  const index = read('index.html')
    .replaceAll(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, '')
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
  /** A chunk and what it imports, imported chunks first. */
  const closureOf = (name: string, seen = new Set<string>()): Chunk[] => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return []
    seen.add(name)
    return [...(chunk.imports ?? []).flatMap(imported => closureOf(imported, seen)), chunk]
  }
  return (screen?: string, rules = '', words?: string) => {
    const seen = new Set<string>()
    const app = closureOf(entry, seen)
    const own = [screen, words].flatMap(source => (source ? closureOf(source, seen) : []))
    const all = [...app.slice(0, -1), ...own, app.at(-1)!]
    const styles = [...new Set([...app, ...all].flatMap(({ css = [] }) => css))]
    // Vite fetches no style sheet that a link names already
    const links = styles.map(file => `<link rel="stylesheet" href="/${file}" disabled>`)
    const parts = [...new Set(all.map(({ file }) => `/${file}`))].join(' ')
    return index
      .replace('</head>', () => `<style>${styles.map(read).join('')}${rules}</style>${links.join('')}</head>`)
      .replace('</body>', () => `<script src="${early}" data-parts="${parts}"></script></body>`)
  }
}

/** The content security policy allows no style attributes, so each becomes a rule of the page's style element. */
const withoutStyleAttributes = (html: string, styles: Map<string, number>): string =>
  html.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    const number = styles.get(style) ?? styles.size
    styles.set(style, number)
    return ` data-style="${number}"`
  })
const rulesOf = (styles: Map<string, number>): string =>
  [...styles].map(([style, number]) => `[data-style="${number}"]{${style.replaceAll(/;|$/g, '!important;')}}`).join('')

/** Without it a slow phone paints the half that it has parsed, and moves it when the rest arrives. */
const paintWhole = '<link rel="expect" href="#root" blocking="render">'

/** The folder of the prerendered pages, and in it the list for the server and the service worker: path → visitor → page. */
export const pagesFolder = 'prerendered'
export const pagesFile = `${pagesFolder}/pages.json`
const listPages = () =>
  Object.fromEntries(
    Object.entries(screens).flatMap(([screen, { paths, withoutQuery = false, visitors }]) => {
      const pages = Object.fromEntries(Object.entries(visitors).map(([who, as]) => [who, `${screen}.${as}`]))
      return paths.map(path => [path, { withoutQuery, pages }])
    }),
  )

export function prerenderPages(): Plugin {
  return {
    name: 'prerender-pages',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const makePage = await createPageMaker()
        const file = readdirSync(join(dist, 'assets')).find(name => name.startsWith(devanagari))
        const hindiFont = `<link rel="preload" as="font" type="font/woff2" href="/assets/${file}" crossorigin>`
        // of any other screen, whose files are listed there
        writeFileSync(join(dist, 'index.html'), makePage('src/app/screens.ts'))
        const vite = await createServer({
          configFile: join(import.meta.dirname, '../vite.config.ts'),
          root: join(import.meta.dirname, '..'),
          server: { middlewareMode: true, hmr: false, watch: null },
          appType: 'custom',
          logLevel: 'error',
        })
        Object.assign(globalThis, { localStorage, matchMedia })
        try {
          const { drawFirstView } = await vite.ssrLoadModule('/src/app/first-view.tsx')
          mkdirSync(join(dist, pagesFolder), { recursive: true })
          for (const [screen, { source, paths, visitors }] of Object.entries(screens)) {
            const styles = new Map<string, number>()
            const render = async (who: string, language: string, wide: boolean): Promise<string> => {
              isWide = wide
              return withoutStyleAttributes(await drawFirstView({ screen, path: paths.at(-1)!, who, language }), styles)
            }
            const variants: { who: string; language: string; html: string }[] = []
            for (const who of new Set(Object.values(visitors)))
              for (const language of ['en', 'es', 'hi']) {
                const html = await render(who, language, false)
                const wide = await render(who, language, true)
                // the early script puts it in place on a wide screen
                const other = wide === html ? '' : `<template data-media="${wideScreen}">${wide}</template>`
                variants.push({ who, language, html: `<div id="root">${html}</div>${other}` })
              }
            const rules = rulesOf(styles)
            const pages: Record<string, string> = {
              en: makePage(source, rules),
              es: makePage(source, rules, 'src/app/spanish.ts'),
              hi: makePage(source, rules, 'src/app/hindi.ts'),
            }
            for (const { who, language, html } of variants)
              for (const theme of ['auto', 'light', 'dark']) {
                const themed = theme === 'auto' ? '' : ` data-theme="${theme}"`
                writeFileSync(
                  join(dist, pagesFolder, `${screen}.${who}.${language}.${theme}.html`),
                  pages[language]!.replace('<html lang="en">', `<html lang="${language}"${themed}>`)
                    .replace('<style>', `${paintWhole}${language === 'hi' ? hindiFont : ''}<style>`)
                    .replace('<div id="root"></div>', () => html),
                )
              }
          }
          writeFileSync(join(dist, pagesFile), JSON.stringify(listPages()))
        } finally {
          await vite.close()
        }
      },
    },
  }
}
