// The first script of a page, and the only one before its first paint: says what is known, then loads the app, a part at a time.
import { rememberLanding } from '#platform/session.ts'
import { fillCached, fillGreeting, fillRunning } from './fill-picture.ts'
import { rememberPresses } from './presses.ts'

/** Named by the build (web/build/prerender.ts): what the app and the first screen are made of, the app itself last. */
const parts = document.currentScript?.dataset.parts?.split(' ') ?? []
/** A page that nobody looks at is never painted. */
const patienceMs = 500
/** so long, and a press is heard in between */
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
    // what fails is asked for again by whoever needs it, and said there
    await import(/* @vite-ignore */ part).catch(() => undefined)
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

// said later, it would cost the style of the whole page once more
document.documentElement.dataset.theme ??= matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

// whoever presses a way in before the app runs still comes back here
rememberLanding(location.pathname)

const root = document.getElementById('root')!
const other = document.querySelector<HTMLTemplateElement>('template[data-media]')
if (other && matchMedia(other.dataset.media!).matches) root.replaceChildren(other.content)
if (root.hasChildNodes()) {
  fillGreeting(root)
  fillCached(root)
  fillRunning(root)
  rememberPresses(root)
  whenPainted(load)
} else void load()
