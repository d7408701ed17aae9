// Loads a part of the app: 120 seconds at most, and one reload by itself when a new version took its place.
import { type ComponentType, createElement, lazy } from 'react'

const limitMs = 120_000
/** Which build was already reloaded for a missing part: a second failure shows the error view. */
const reloadedKey = 'parkit.reloaded'

const chunkLoadError = (cause: unknown): Error => {
  const error = new Error(cause instanceof Error ? cause.message : 'Loading a part of the app took too long.', {
    cause,
  })
  error.name = 'ChunkLoadError'
  return error
}

export const isChunkLoadError = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError'

type Reload = { build: string; kept: Pick<Storage, 'getItem' | 'setItem'>; reload: () => void; online: boolean }

const thisPage = (): Reload => ({
  build: import.meta.url,
  kept: sessionStorage,
  reload: () => window.location.reload(),
  online: navigator.onLine,
})

/** Throws an error named ChunkLoadError; does not settle while the page reloads. */
export async function loadChunk<M>(load: () => Promise<M>, page: () => Reload = thisPage): Promise<M> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(chunkLoadError(undefined)), limitMs)
  })
  try {
    return await Promise.race([load(), tooLong])
  } catch (error) {
    const failure = isChunkLoadError(error) ? error : chunkLoadError(error)
    const { build, kept, reload, online } = page()
    // Without a connection a reload cannot help; with one, the parts of an old version are gone for good.
    if (!online || kept.getItem(reloadedKey) === build) throw failure
    kept.setItem(reloadedKey, build)
    reload()
    return new Promise<never>(() => undefined)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A screen of its own chunk: `lazyScreen(() => import('./wallet/Wallet.tsx'))`; the module's default export is the screen.
 * Once `preload` is done it is drawn at once.
 */
export function lazyScreen<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let Loaded: ComponentType<P> | undefined
  const preload = async () => {
    const chunk = await loadChunk(load)
    Loaded = chunk.default
    return chunk
  }
  const Lazy: ComponentType<P> = lazy(preload)
  return Object.assign((props: P) => createElement(Loaded ?? Lazy, props), { preload })
}

/** loaded after this long even if the browser is never idle */
const patienceMs = 1_500

/** For a part that a screen renders without: loaded when the browser is idle. `lazy(later(() => import('./Face.tsx')))` */
export const later =
  <M>(load: () => Promise<M>) =>
  async (): Promise<M> => {
    // not in every browser
    await new Promise<unknown>(rest => window.requestIdleCallback?.(rest, { timeout: patienceMs }) ?? setTimeout(rest))
    return load()
  }
