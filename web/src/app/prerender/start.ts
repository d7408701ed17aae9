// The first script of a page, and the only one before its first paint: fills in what is cached, then loads the app in parts.
import { restoreAssists } from '#platform/assist.ts'
import { rememberLanding } from '#platform/session.ts'
import { fillCached, fillGreeting, fillRunning } from './fill-picture.ts'
import { showLoadFailure } from './load-failure.ts'
import { rememberPresses } from './presses.ts'

/** Named by the build (web/build/prerender.ts): what the app and the first screen are made of, the app itself last. */
const parts = document.currentScript?.dataset.parts?.split(' ') ?? []
/** A hidden page is never painted. */
const patienceMs = 500
/** after this long, input is handled before more is loaded */
const taskMs = 8

const load = async () => {
  let began = performance.now()
  const breathe = async () => {
    if (performance.now() - began < taskMs) return
    await new Promise(done => setTimeout(done))
    began = performance.now()
  }
  for (const href of parts) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    await breathe()
  }
  for (const part of parts) {
    // a failure is repeated and shown by the screen that needs it; nothing but this page shows that of the app itself
    await import(/* @vite-ignore */ part).catch(() => part === parts.at(-1) && showLoadFailure())
    await breathe()
  }
}

const whenPainted = (act: () => void) => {
  let done = false
  const once = () => {
    if (!done) act()
    done = true
  }
  new PerformanceObserver(list => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) once()
  }).observe({ type: 'paint', buffered: true })
  setTimeout(once, patienceMs)
}

restoreAssists()
// set later, it would restyle the whole page
document.documentElement.dataset.theme ??= matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

// before the app runs, a form may already leave the landing
rememberLanding(location.pathname)

const root = document.getElementById('root')!
const other = document.querySelector<HTMLTemplateElement>('template[data-media]')
if (other && matchMedia(other.dataset.media!).matches) root.replaceChildren(other.content)
if (root.hasChildNodes()) {
  try {
    fillGreeting(root)
    fillCached(root)
    fillRunning(root)
  } catch {
    // what is stored is damaged: the app starts all the same
  }
  rememberPresses(root)
  whenPainted(load)
} else void load()
