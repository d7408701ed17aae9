// A missing part of the app reloads the page once, then says ChunkLoadError.
import { afterEach, expect, test, vi } from 'vitest'
import { isChunkLoadError, loadChunk } from './chunk.ts'

afterEach(() => void vi.useRealTimers())

function page(online = true) {
  const values = new Map<string, string>()
  const reload = vi.fn()
  const kept = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (k: string, v: string) => void values.set(k, v),
  }
  return { reload, get: () => ({ build: 'build-1', kept, reload, online }) }
}

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('returns what it loaded', async () => {
  await expect(loadChunk(async () => 'screen', page().get)).resolves.toBe('screen')
})

test('reloads once per build, then throws', async () => {
  const here = page()
  loadChunk(missing, here.get)
  await vi.waitFor(() => expect(here.reload).toHaveBeenCalledTimes(1))
  const error = await loadChunk(missing, here.get).catch((caught: unknown) => caught)
  expect(isChunkLoadError(error)).toBe(true)
  expect(here.reload).toHaveBeenCalledTimes(1)
})

test('without a connection it throws immediately', async () => {
  const here = page(false)
  await expect(loadChunk(missing, here.get)).rejects.toMatchObject({ name: 'ChunkLoadError' })
  expect(here.reload).not.toHaveBeenCalled()
})

test('times out after 120 seconds', async () => {
  vi.useFakeTimers()
  const here = page(false)
  const outcome = loadChunk(() => new Promise(() => undefined), here.get).catch((caught: Error) => caught.name)
  await vi.advanceTimersByTimeAsync(119_999)
  let settled = false
  void outcome.then(() => {
    settled = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(settled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toBe('ChunkLoadError')
})
