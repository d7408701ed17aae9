// Builds the pages: style and first script in one answer, and in some the first picture, before the app has run.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, createServer, type Plugin } from 'vite'
import { devanagari } from './font-subset.ts'

type Chunk = { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }

/** Which picture each may see: whose it is that was drawn. */
const driversOwn = { driver: 'driver', parked: 'driver' }
const screens: Record<string, { source: string; paths: string[]; bare?: true; whos: Record<string, string> }> = {
  landing: {
    source: 'src/driver/account/LandingScreen.tsx',
    paths: ['/', '/parkit1', '/parkit2', '/parkit3'],
    // its drawn ways know of no `next`
    bare: true,
    whos: { nobody: 'nobody' },
  },
  home: {
    source: 'src/parking/home/HomeScreen.tsx',
    paths: ['/homepage'],
    whos: { nobody: 'nobody', guest: 'nobody', driver: 'driver', parked: 'parked' },
  },
  // without filters
  find: {
    source: 'src/city/places/FindScreen.tsx',
    paths: ['/findparking'],
    bare: true,
    whos: { guest: 'driver', ...driversOwn },
  },
  account: {
    source: 'src/money/wallet/WalletScreen.tsx',
    paths: ['/account'],
    whos: { guest: 'nobody', ...driversOwn },
  },
  receipt: { source: 'src/parking/sessions/ReceiptScreen.tsx', paths: ['/confirmlocation'], whos: driversOwn },
}

/** From here up some screens are others, not only wider. */
const wideWidth = '(min-width: 1024px)'
let isWide = false
const matchMedia = (query: string) => ({ matches: isWide && query === wideWidth })

/** The drawing reads what a browser would keep. */
const storage = new Map<string, string>()
const localStorage = {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
  clear: () => storage.clear(),
}

const dist = join(import.meta.dirname, '../dist')
const read = (file: string) => readFileSync(join(dist, file), 'utf8')

/** The script that runs first, whole in one file; answers its address. */
async function buildEarlyScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      // of what it shares with the app, only what it calls
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

/** Answers how a page is made that begins with a screen, or with any: its style in it, its scripts named for later. */
async function pageMaker() {
  const manifest: Record<string, Chunk> = JSON.parse(read('.vite/manifest.json'))
  const entry = Object.keys(manifest).find(name => manifest[name]!.isEntry)!
  const early = await buildEarlyScript()
  const index = read('index.html')
    .replaceAll(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, '')
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
  /** What is imported comes before what imports it. */
  const closureOf = (name: string, seen = new Set<string>()): Chunk[] => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return []
    seen.add(name)
    return [...(chunk.imports ?? []).flatMap(imported => closureOf(imported, seen)), chunk]
  }
  return (screen?: string, rules = '') => {
    const seen = new Set<string>()
    const app = closureOf(entry, seen)
    const all = [...app.slice(0, -1), ...(screen ? closureOf(screen, seen) : []), app.at(-1)!]
    const styles = [...new Set([...app, ...all].flatMap(({ css = [] }) => css))]
    const known = styles.map(file => `<link rel="stylesheet" href="/${file}" disabled>`)
    const parts = [...new Set(all.map(({ file }) => `/${file}`))].join(' ')
    return index
      .replace('</head>', () => `<style>${styles.map(read).join('')}${rules}</style>${known.join('')}</head>`)
      .replace('</body>', () => `<script src="${early}" data-parts="${parts}"></script></body>`)
  }
}

/** The policy of pages takes no style attributes: what they say becomes rules, which stand for this picture alone. */
const withoutAttributes = (drawn: string, attributes: Map<string, number>): string =>
  drawn.replaceAll(/ style="([^"]*)"/g, (_, said: string) => {
    const number = attributes.get(said) ?? attributes.size
    attributes.set(said, number)
    return ` data-drawn="${number}"`
  })
const rulesOf = (attributes: Map<string, number>): string =>
  [...attributes]
    .map(([said, number]) => `[data-drawn="${number}"]{${said.replaceAll(/;|$/g, '!important;')}}`)
    .join('')

/** A slow phone would paint the half that it has read, and move it when the rest is there. */
const whole = '<link rel="expect" href="#root" blocking="render">'

/** For the server and the service worker: at an address, who sees which picture, and whether only without a query. */
export const picturesFile = 'first/pictures.json'
const choices = () =>
  Object.fromEntries(
    Object.entries(screens).flatMap(([screen, { paths, bare = false, whos }]) => {
      const pictures = Object.fromEntries(Object.entries(whos).map(([who, drawn]) => [who, `${screen}.${drawn}`]))
      return paths.map(path => [path, { bare, pictures }])
    }),
  )

export function firstViews(): Plugin {
  return {
    name: 'first-views',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const page = await pageMaker()
        const file = readdirSync(join(dist, 'assets')).find(name => name.startsWith(devanagari))
        const hindiLetters = `<link rel="preload" as="font" type="font/woff2" href="/assets/${file}" crossorigin>`
        writeFileSync(join(dist, 'index.html'), page())
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
          mkdirSync(join(dist, 'first'), { recursive: true })
          for (const [screen, { source, paths, whos }] of Object.entries(screens)) {
            const attributes = new Map<string, number>()
            const draw = (who: string, language: string, wide: boolean): string => {
              isWide = wide
              return withoutAttributes(drawFirstView({ screen, path: paths.at(-1)!, who, language }), attributes)
            }
            const pictures = [...new Set(Object.values(whos))].flatMap(who =>
              ['en', 'hi'].map(language => {
                const [drawn, wide] = [draw(who, language, false), draw(who, language, true)]
                // the first script takes it where it fits
                const other = wide === drawn ? '' : `<template data-media="${wideWidth}">${wide}</template>`
                return { who, language, drawn: `<div id="root">${drawn}</div>${other}` }
              }),
            )
            const screenPage = page(source, rulesOf(attributes))
            for (const { who, language, drawn } of pictures)
              for (const theme of ['auto', 'light', 'dark']) {
                const themed = theme === 'auto' ? '' : ` data-theme="${theme}"`
                writeFileSync(
                  join(dist, `first/${screen}.${who}.${language}.${theme}.html`),
                  screenPage
                    .replace('<html lang="en">', `<html lang="${language}"${themed}>`)
                    .replace('<style>', `${whole}${language === 'hi' ? hindiLetters : ''}<style>`)
                    .replace('<div id="root"></div>', () => drawn),
                )
              }
          }
          writeFileSync(join(dist, picturesFile), JSON.stringify(choices()))
        } finally {
          await vite.close()
        }
      },
    },
  }
}
