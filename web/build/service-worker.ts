// Writes the service worker with the list of the files that it caches, and the web manifests.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'
import { pagesFile, pagesFolder } from './prerender.ts'
import { appManifest, manifestPath } from './web-manifest.ts'

const source = join(import.meta.dirname, '../src/app/worker')
const dist = join(import.meta.dirname, '../dist')

/** What a driver may need offline; the rest (the staff's desk, the sandbox, other alphabets) is fetched when needed. */
const isCached = (path: string) =>
  /^\/(index\.html|prerendered\/.*\.html|assets\/.*\.(js|css)|[\w-]+\.(svg|png)|manifest.*\.webmanifest)$/.test(path) ||
  /\/instrument-sans-latin-(wdth|wght).*\.woff2$/.test(path) ||
  isHindi(path)
const isExcluded = (path: string) => /\/assets\/(DeskScreen|sandbox-)/.test(path)
const isHindi = (path: string) => /\/noto-sans-devanagari-devanagari.*\.woff2$/.test(path)

const hash = (content: Buffer | string) => createHash('sha256').update(content).digest('base64')

/** Runs after `prerenderPages`, whose pages are cached too. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'manifest', href: manifestPath('en') }, injectTo: 'head' }],
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        for (const language of ['en', 'es', 'hi'] as const)
          writeFileSync(join(dist, manifestPath(language)), JSON.stringify(appManifest(language)))
        for (const name of readdirSync(join(dist, pagesFolder))) {
          const language = /\.(es|hi)\.\w+\.html$/.exec(name)?.[1] as 'es' | 'hi' | undefined
          if (!language) continue
          const page = join(dist, pagesFolder, name)
          writeFileSync(page, readFileSync(page, 'utf8').replace(manifestPath('en'), manifestPath(language)))
        }
        const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
          .map(name => `/${name.replaceAll('\\', '/')}`)
          .filter(path => isCached(path) && !isExcluded(path))
          .sort()
          .map(path => ({
            path,
            ...(!path.startsWith('/assets/') && { integrity: `sha256-${hash(readFileSync(join(dist, path)))}` }),
            ...(isHindi(path) && { look: '.hi.' }),
            ...(path.startsWith(`/${pagesFolder}/`) && { look: /\.\w+\.\w+\.(?=html$)/.exec(path)![0] }),
          }))
        const parts = await Promise.all(
          ['shell.ts', 'push.ts'].map(async name => {
            const { code } = await transformWithOxc(readFileSync(join(source, name), 'utf8'), name)
            return `{\n${code.replace(/^export \{\};?$/m, '')}}\n`
          }),
        )
        const prerendered = JSON.parse(readFileSync(join(dist, pagesFile), 'utf8'))
        const version = hash(JSON.stringify(files) + parts.join('')).slice(0, 12)
        writeFileSync(
          join(dist, 'sw.js'),
          `const build = ${JSON.stringify({ version, files, prerendered })}\n${parts.join('')}`,
        )
      },
    },
  }
}
