// Builds the web app: React with its compiler, font subsets, prerendered pages, service worker, compressed files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './build/chunks.ts'
import { assetName, latin, subsetFonts } from './build/font-subset.ts'
import { leafletUsedStyles, leafletWithoutHtml } from './build/leaflet.ts'
import { prerenderPages } from './build/prerender.ts'
import { serviceWorker } from './build/service-worker.ts'

const server = process.env.PARKIT_SERVER ?? 'http://127.0.0.1:3000'

/** The first screen's font starts to load with the page, not after its style sheet. */
function preloadLatinFont(): Plugin {
  return {
    name: 'preload-latin-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter(file => file.startsWith(`assets/${latin}`))
          .map(file => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** Compressed once, at the highest level; the server sends these files. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => {
        const dist = join(import.meta.dirname, 'dist')
        for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
          if (!/\.(html|js|css|svg|webmanifest)$/.test(file)) continue
          const content = readFileSync(join(dist, file))
          const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
          writeFileSync(join(dist, `${file}.br`), brotliCompressSync(content, { params }))
          writeFileSync(join(dist, `${file}.gz`), gzipSync(content, { level: 9 }))
        }
      },
    },
  }
}

/**
 * Where React Compiler memoizes. In ui and app/frame it would double the code and save nothing: what they are given by compiled
 * parents is the same until it changes.
 */
const compiled = ['app/routes', 'city', 'driver', 'messaging', 'money', 'parking', 'platform', 'staff', 'support'].map(
  folder => `/web/src/${folder}`,
)

export default defineConfig({
  plugins: [
    react({ compiler: { sources: compiled } }),
    leafletWithoutHtml(),
    leafletUsedStyles(),
    subsetFonts(),
    preloadLatinFont(),
    prerenderPages(),
    serviceWorker(),
    precompress(),
  ],
  resolve: {
    alias: [
      {
        find: /^(pmtiles|@protomaps\/basemaps)$/,
        replacement: join(import.meta.dirname, 'src/city/map/map-unused.ts'),
      },
    ],
  },
  build: {
    rolldownOptions: {
      output: {
        assetFileNames: assetName,
        // build/service-worker.ts does not cache what only staff need
        chunkFileNames: ({ moduleIds }) =>
          `assets/${moduleIds.some(id => /[\\/]web[\\/]src[\\/]staff[\\/]/.test(id)) ? 'DeskScreen-' : ''}[name]-[hash].js`,
        codeSplitting: { groups: chunkGroups },
      },
    },
    manifest: true,
    modulePreload: { polyfill: false },
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
  server: { host: '127.0.0.1', proxy: { '/api': server, '/sandbox': server, '/tiles': server } },
  preview: { host: '127.0.0.1', proxy: { '/api': server, '/sandbox': server, '/tiles': server } },
})
