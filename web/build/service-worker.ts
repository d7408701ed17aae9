// Writes the service worker and the app's manifests: the worker names every file of this build that it keeps on the phone.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'
import { picturesFile } from './prerender.ts'
import { appManifest, manifestPath } from './web-manifest.ts'

const source = join(import.meta.dirname, '../src/app/worker')
const dist = join(import.meta.dirname, '../dist')

/** What a driver may need without a signal; the rest (staff's desk, the sandbox's own parts, other letters) comes when it is asked for. */
const isKept = (path: string) =>
  /^\/(index\.html|first\/.*\.html|assets\/.*\.(js|css)|[\w-]+\.(svg|png)|manifest.*\.webmanifest)$/.test(path) ||
  /\/instrument-sans-latin-(wdth|wght).*\.woff2$/.test(path) ||
  isHindi(path)
const isLeft = (path: string) => /\/assets\/(DeskScreen|sandbox-)/.test(path)
const isHindi = (path: string) => /\/noto-sans-devanagari-devanagari.*\.woff2$/.test(path)

const hash = (content: Buffer | string) => createHash('sha256').update(content).digest('base64')

/** After the first pictures are drawn, for they are kept too. */
export function offlineShell(): Plugin {
  return {
    name: 'offline-shell',
    apply: 'build',
    transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'manifest', href: manifestPath('en') }, injectTo: 'head' }],
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        for (const language of ['en', 'hi'] as const)
          writeFileSync(join(dist, manifestPath(language)), JSON.stringify(appManifest(language)))
        for (const name of readdirSync(join(dist, 'first')).filter(name => /\.hi\.\w+\.html$/.test(name))) {
          const page = join(dist, 'first', name)
          writeFileSync(page, readFileSync(page, 'utf8').replace(manifestPath('en'), manifestPath('hi')))
        }
        const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
          .map(name => `/${name.replaceAll('\\', '/')}`)
          .filter(path => isKept(path) && !isLeft(path))
          .sort()
          .map(path => ({
            path,
            ...(!path.startsWith('/assets/') && { integrity: `sha256-${hash(readFileSync(join(dist, path)))}` }),
            ...(isHindi(path) && { look: '.hi.' }),
            ...(path.startsWith('/first/') && { look: /\.\w+\.\w+\.(?=html$)/.exec(path)![0] }),
          }))
        const parts = await Promise.all(
          ['shell.ts', 'push.ts'].map(async name => {
            const { code } = await transformWithOxc(readFileSync(join(source, name), 'utf8'), name)
            return `{\n${code.replace(/^export \{\};?$/m, '')}}\n`
          }),
        )
        const firsts = JSON.parse(readFileSync(join(dist, picturesFile), 'utf8'))
        const version = hash(JSON.stringify(files) + parts.join('')).slice(0, 12)
        writeFileSync(
          join(dist, 'sw.js'),
          `const build = ${JSON.stringify({ version, files, firsts })}\n${parts.join('')}`,
        )
      },
    },
  }
}
