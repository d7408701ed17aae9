// Builds the web app: React with its compiler, the offline shell, the preloaded Latin letters.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin, transformWithOxc } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { firstViews } from './first-views.ts'

const server = process.env.PARKIT_SERVER ?? 'http://127.0.0.1:3000'

/** The letters of the first screen start to load with the page, not after its style sheet. */
function preloadLatinFont(): Plugin {
  return {
    name: 'preload-latin-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter(file => /instrument-sans-latin-wdth.*\.woff2$/.test(file))
          .map(file => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** What the service worker does with a push, as a plain script for it to import. */
function pushWorker(): Plugin {
  const file = join(import.meta.dirname, 'src/worker.ts')
  return {
    name: 'push-worker',
    apply: 'build',
    generateBundle: {
      handler: async function () {
        const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
        this.emitFile({ type: 'asset', fileName: 'push-worker.js', source: code })
      },
    },
  }
}

/** What the server sends is compressed once, here, as small as it gets. */
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

export default defineConfig({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    preloadLatinFont(),
    pushWorker(),
    VitePWA({
      strategies: 'generateSW',
      registerType: 'autoUpdate',
      injectRegister: 'script-defer',
      includeAssets: ['logo-mark.svg', 'apple-touch-icon.png'],
      manifest: {
        id: '/',
        name: 'ParkIt',
        short_name: 'ParkIt',
        description: 'Find parking, pay for the time, add time, stop, keep the receipt.',
        start_url: '/homepage',
        scope: '/',
        display: 'standalone',
        background_color: '#F7F6F2',
        theme_color: '#F7F6F2',
        categories: ['navigation', 'travel'],
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/logo-mark.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
      },
      workbox: {
        importScripts: ['/push-worker.js'],
        globPatterns: ['index.html', 'assets/**/*.{js,css}', 'assets/instrument-sans-latin-wdth*.woff2', '*.svg'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [
          /^\/api\b/,
          /^\/tiles\b/,
          /^\/sandbox\b/,
          /^\/docs\b/,
          /^\/health/,
          /^\/metrics/,
          /^\/openapi/,
        ],
        cleanupOutdatedCaches: true,
        runtimeCaching: [
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/tiles/'),
            handler: 'CacheFirst',
            options: { cacheName: 'tiles', expiration: { maxEntries: 400, maxAgeSeconds: 30 * 24 * 3600 } },
          },
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.endsWith('.woff2'),
            handler: 'CacheFirst',
            options: { cacheName: 'letters', expiration: { maxEntries: 8 } },
          },
        ],
      },
    }),
    firstViews(),
    precompress(),
  ],
  build: {
    rolldownOptions: {
      output: {
        // a few files that every screen needs compress better than fifty crumbs
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/ },
            { name: 'kit', test: /[\\/]web[\\/]src[\\/](platform|shell|ui)[\\/].*\.tsx?$/, minShareCount: 8 },
          ],
        },
      },
    },
    manifest: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
  server: { host: '127.0.0.1', proxy: { '/api': server, '/sandbox': server, '/tiles': server } },
  preview: { host: '127.0.0.1', proxy: { '/api': server, '/sandbox': server, '/tiles': server } },
})
