// Attempts in IndexedDB by member: they survive a closed app and an ended sign-in; nobody else at this phone ever gets them.
import { del, entries, get, set } from 'idb-keyval'
import { type Attempt, isOpen } from './attempt.ts'
import { ownerKey, store } from './owner.ts'

const at = (memberId: string, id: string) => `${memberId} ${id}`

/** The latest first; none where the browser refuses IndexedDB (a private window). */
export async function listKept(memberId: string): Promise<Attempt[]> {
  const all = await entries<string, Attempt>(store()).catch(() => [])
  return all
    .filter(([name]) => name.startsWith(`${memberId} `))
    .map(([, attempt]) => attempt)
    .sort((a, b) => b.atMs - a.atMs)
}

export const countOpen = async (memberId: string): Promise<number> => (await listKept(memberId)).filter(isOpen).length

/** Throws where the browser refuses to keep it: then it must not be called kept. */
export const keepAttempt = (memberId: string, attempt: Attempt): Promise<void> =>
  set(at(memberId, attempt.id), attempt, store())

export const dropAttempt = (memberId: string, id: string): Promise<void> =>
  del(at(memberId, id), store()).catch(() => undefined)

/**
 * Nobody is signed in any more: what is over goes, what was not answered waits for the same driver (D-85).
 * Another driver is: everything of the one before goes, with the map he looked at.
 */
export async function handOver(memberId: string): Promise<void> {
  const owner = await get<string>(ownerKey, store()).catch(() => undefined)
  if (owner === memberId) return
  await globalThis.caches?.delete('parkit-tiles').catch(() => false)
  const all = await entries<string, Attempt | string>(store()).catch(() => [])
  for (const [name, kept] of all) {
    if (typeof kept === 'string') continue
    const stays = memberId === '' ? isOpen(kept) : name.startsWith(`${memberId} `)
    if (!stays) await del(name, store()).catch(() => undefined)
  }
  await set(ownerKey, memberId, store()).catch(() => undefined)
}
