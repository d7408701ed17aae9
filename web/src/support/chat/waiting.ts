// Messages that are not sent yet, in IndexedDB by member: they survive a closed app and an ended sign-in (D-85).
import { createStore, del, entries, set } from 'idb-keyval'

export type WaitingFile = {
  name: string
  blob: Blob
  /** once it was stored */
  attachmentId?: string
}
export type Waiting = {
  /** the message's own: sent again it is said once */
  key: string
  text: string
  atMs: number
  files: WaitingFile[]
  /** why the server takes it later */
  later?: string
  /** what the server said to it; then it waits for the driver */
  refused?: string
}

let store: ReturnType<typeof createStore> | undefined
const waiting = () => {
  store ??= createStore('parkit-chat', 'waiting')
  return store
}

const at = (memberId: string, key: string) => `${memberId} ${key}`

/** The oldest first; none where the browser refuses IndexedDB (a private window). */
export async function listWaiting(memberId: string): Promise<Waiting[]> {
  const all = await entries<string, Waiting>(waiting()).catch(() => [])
  return all
    .filter(([name]) => name.startsWith(`${memberId} `))
    .map(([, item]) => item)
    .sort((a, b) => a.atMs - b.atMs)
}

export const keepWaiting = (memberId: string, item: Waiting): Promise<void> =>
  set(at(memberId, item.key), item, waiting()).catch(() => undefined)

export const dropWaiting = (memberId: string, key: string): Promise<void> =>
  del(at(memberId, key), waiting()).catch(() => undefined)
