// Builds the pages that show the landing or Home before any script has run: the picture and its style in one answer.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'

type Chunk = { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }

const screens = {
  landing: { source: 'src/account/LandingScreen.tsx', whos: ['nobody'] },
  home: { source: 'src/parking/HomeScreen.tsx', whos: ['nobody', 'driver', 'parked'] },
} as const

/** The drawing reads what a browser would keep. */
const storage = new Map<string, string>()
const localStorage = {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
  clear: () => storage.clear(),
}

export function firstViews(): Plugin {
  const dist = join(import.meta.dirname, 'dist')
  const read = (file: string) => readFileSync(join(dist, file), 'utf8')
  return {
    name: 'first-views',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const manifest: Record<string, Chunk> = JSON.parse(read('.vite/manifest.json'))
        const index = read('index.html')
        const stylesOf = (name: string, seen = new Set<string>()): string[] => {
          const chunk = manifest[name]
          if (!chunk || seen.has(name)) return []
          seen.add(name)
          return [...(chunk.imports ?? []).flatMap(imported => stylesOf(imported, seen)), ...(chunk.css ?? [])]
        }
        const entry = Object.keys(manifest).find(name => manifest[name]!.isEntry)!
        const vite = await createServer({
          configFile: join(import.meta.dirname, 'vite.config.ts'),
          root: import.meta.dirname,
          server: { middlewareMode: true, hmr: false, watch: null },
          appType: 'custom',
          logLevel: 'error',
        })
        Object.assign(globalThis, { localStorage })
        try {
          const { drawFirstView } = await vite.ssrLoadModule('/src/first-view.tsx')
          mkdirSync(join(dist, 'first'), { recursive: true })
          for (const [screen, { source, whos }] of Object.entries(screens)) {
            const files = new Set([...stylesOf(entry), ...stylesOf(source)])
            // what is linked wins over a layer, whatever comes when
            const style = `<style>@layer first{${[...files].map(read).join('')}}</style>`
            const page = index
              .replaceAll('<link rel="stylesheet"', '<link rel="stylesheet" media="print"')
              .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
              .replace('</head>', () => `${style}</head>`)
            for (const who of whos)
              for (const language of ['en', 'hi'])
                for (const theme of ['auto', 'light', 'dark']) {
                  const drawn = drawFirstView({ screen, who, language })
                  const themed = theme === 'auto' ? '' : ` data-theme="${theme}"`
                  writeFileSync(
                    join(dist, `first/${screen}.${who}.${language}.${theme}.html`),
                    page
                      .replace('<html lang="en">', `<html lang="${language}"${themed}>`)
                      .replace('<div id="root"></div>', () => `<div id="root">${drawn}</div>`),
                  )
                }
          }
        } finally {
          await vite.close()
        }
      },
    },
  }
}
