// Builds the web app: React with its compiler, the offline shell, the preloaded Latin letters.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { assetName, latin, letters } from './build/font-subset.ts'
import { firstViews } from './build/prerender.ts'
import { offlineShell } from './build/service-worker.ts'

const server = process.env.PARKIT_SERVER ?? 'http://127.0.0.1:3000'

/** The letters of the first screen start to load with the page, not after its style sheet. */
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
    letters(),
    preloadLatinFont(),
    firstViews(),
    offlineShell(),
    precompress(),
  ],
  resolve: {
    alias: [
      {
        find: /^(pmtiles|@protomaps\/basemaps)$/,
        replacement: join(import.meta.dirname, 'src/city/places/map-unused.ts'),
      },
    ],
  },
  build: {
    rolldownOptions: {
      output: {
        assetFileNames: assetName,
        // what staff alone need bears the desk's name, by which the phones leave it out (build/service-worker.ts)
        chunkFileNames: ({ moduleIds }) =>
          `assets/${moduleIds.some(id => /[\\/]web[\\/]src[\\/]staff[\\/]/.test(id)) ? 'DeskScreen-' : ''}[name]-[hash].js`,
        // a few files that every screen needs compress better than fifty crumbs
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/, tags: ['$initial'] },
            // a chip is for screens that choose: those have it from `marks`, and need not load `find` for it. The others that are
            // left out no first view needs: it would be above its limit with them
            {
              name: 'kit',
              test: /[\\/]web[\\/]src[\\/](platform|app[\\/]frame|ui)[\\/](?!Chip|events|durable-queue|retry-delay|save-file|field-error).*\.tsx?$/,
              minShareCount: 8,
            },
            { name: 'app', test: /^(?!.*(main\.tsx|\.html)$)/, tags: ['$initial'] },
            // crumbs of Home that the landing and Find Parking have too, and nothing else of it
            { name: 'GuestButton', test: /[\\/]ui[\\/](GuestButton|Figures)\.tsx$|(search|locate-fixed)\.mjs$/ },
            // what most screens of a driver read and say
            {
              name: 'reads',
              test: /parking.sessions.(session-queries|session-text|base-words.*)\.ts$|AsOf\.tsx$|has-attempts\.ts$|wallet.balance\.ts$|zone-query\.ts$|vehicles.vehicles\.ts$|contract.src.platform.(time|limits)\.ts$|plus\.mjs$/,
              minShareCount: 4,
            },
            // Home and what else it shares with other screens: two dozen requests become one
            { name: 'home', test: /[\\/]HomeScreen\.tsx$/ },
            // crumbs: these alone, not what they import
            {
              name: 'wallet',
              test: /src.money.(wallet|cards|subscription|topup|refunds).(words|reads|expiry|CardMark|AccountSwitch|GuestInvitation|SubscriptionRow)|(repeat|badge-check)\.mjs$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'session',
              test: /src.parking.sessions.(receipt-text|words)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'marks',
              test: /node_modules.(lucide-react|@tanstack).|ui.Chip\.tsx$|lazy-sheet\.tsx$|account.reads\.ts$/,
              minShareCount: 3,
            },
            // Find Parking, and what the map and a place's own screen have of it, one by one: these alone as well
            {
              name: 'find',
              test: /src.city.places.(asking|reads|matches|position|ordering|words|PlaceCard|PlaceRow|FindChips|stay\.ts)|ui.Availability\.tsx$|lucide-react.*(list|map|sliders-horizontal|arrow-down-up|hourglass|plug-zap|warehouse|accessibility)\.mjs$/,
              includeDependenciesRecursively: false,
            },
            { name: 'live', test: /[\\/]live[\\/]live\.ts$/ },
          ],
        },
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
