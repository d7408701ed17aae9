// The service worker, and a new version of the app: it waits until the driver says so, and the open screen stays whole.

import { trustedUrl } from '#platform/trusted-url.ts'

/** A phone that stays open for days looks for a new version when it is taken up again, this often at most. */
const lookMs = 60 * 60_000

/** Registers the worker. `onReady` is called with a version that waits; `take` activates it. */
export async function followVersions(onReady: (take: () => void) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const container = navigator.serviceWorker
  const registration = await container.register(trustedUrl('/sw.js'), { scope: '/', updateViaCache: 'none' })
  const ready = () => {
    const { waiting } = registration
    // the very first version does not wait
    if (!waiting || !container.controller) return
    onReady(() => {
      // another tab took it already
      if (registration.waiting !== waiting) return window.location.reload()
      container.addEventListener('controllerchange', () => window.location.reload(), { once: true })
      waiting.postMessage('take-over')
    })
  }
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') ready()
    })
  })
  ready()
  let lookedMs = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - lookedMs < lookMs) return
    lookedMs = performance.now()
    registration.update().catch(() => undefined)
  })
}
