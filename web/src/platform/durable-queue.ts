// A durable queue: one driver's items in IndexedDB, delivered one at a time, oldest first, until each has a clear answer.
import { del, entries, set, type UseStore } from 'idb-keyval'
import { isOnline, onConnectivityChange } from './connectivity.ts'
import { retryDelayMs } from './retry-delay.ts'
import { onSession, session } from './session.ts'
import { createStore } from './store.ts'

type Options<I> = {
  /** also of the lock that lets one tab at a time deliver */
  name: string
  database: () => UseStore
  idOf: (item: I) => string
  /** false for what no version of the app stored: it is left alone */
  isItem: (stored: unknown) => boolean
  /** brings an item that an earlier version stored up to date */
  upgrade?: (item: I) => I
  /** whether it still has to be delivered */
  isPending: (item: I) => boolean
  /** False, or an error: no clear answer came, and the items after it wait too. */
  deliver: (item: I) => Promise<boolean>
  /** before each round: the item to go on with, where another tab may have stored a newer one */
  reconcile?: (item: I, stored: I) => I
  /** before a driver's items are read; '' when nobody is signed in */
  onOwnerChange?: (memberId: string) => Promise<void>
  /** after a round in which everything was answered */
  onDelivered?: (memberId: string) => Promise<void>
}

/** Items belong to a member and wait for his next sign-in (D-85). Keys are `<member> <id>`. */
export function createDurableQueue<I extends { atMs: number }>(options: Options<I>) {
  const { name, database, idOf, isPending, deliver } = options
  const items = createStore<readonly I[]>([])
  let owner: string | undefined
  let isSubscribed = false
  let isDelivering = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const keyOf = (memberId: string, id: string) => `${memberId} ${id}`

  /** Throws where the browser refuses IndexedDB (a private window). */
  const store = (memberId: string, item: I): Promise<void> => set(keyOf(memberId, idOf(item)), item, database())

  const unstore = (memberId: string, id: string): Promise<void> =>
    del(keyOf(memberId, id), database()).catch(() => undefined)

  /** Oldest first; none where the browser refuses IndexedDB. */
  const listStored = async (memberId: string): Promise<I[]> => {
    const all = await entries<string, I>(database()).catch(() => [])
    return all
      .filter(([key, item]) => String(key).startsWith(keyOf(memberId, '')) && options.isItem(item))
      .map(([, item]) => options.upgrade?.(item) ?? item)
      .sort((a, b) => a.atMs - b.atMs)
  }

  const find = (id: string): I | undefined => items.get().find(item => idOf(item) === id)

  const replace = (item: I) => items.set(items.get().map(other => (idOf(other) === idOf(item) ? item : other)))

  const deliverPending = async (memberId: string): Promise<boolean> => {
    if (options.reconcile) {
      const stored = new Map((await listStored(memberId)).map(item => [idOf(item), item]))
      for (const item of items.get()) {
        const other = stored.get(idOf(item))
        if (other) replace(options.reconcile(item, other))
      }
    }
    for (;;) {
      const item = items.get().find(isPending)
      if (!item || owner !== memberId || session.memberId() !== memberId) return true
      if (!(await deliver(item))) return false
      failures = 0
    }
  }

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    if (isDelivering || !owner) return
    isDelivering = true
    const memberId = owner
    let isAnswered = false
    try {
      const work = async () => {
        isAnswered = await deliverPending(memberId)
      }
      await (navigator.locks?.request(name, work) ?? work())
    } catch {
      isAnswered = false
    } finally {
      isDelivering = false
    }
    if (isAnswered) await options.onDelivered?.(memberId)
    if (session.memberId() === memberId && items.get().some(isPending))
      timer = setTimeout(flush, isAnswered ? 0 : retryDelayMs(++failures, Math.random()))
  }

  /** Whether another driver's items were read: only then is there something new to deliver. */
  const load = async (): Promise<boolean> => {
    const memberId = session.memberId()
    if (memberId === owner) return false
    owner = memberId
    items.set([])
    await options.onOwnerChange?.(memberId)
    if (memberId === '' || owner !== memberId) return false
    const stored = await listStored(memberId)
    if (owner !== memberId) return false
    // what was added meanwhile comes after
    items.set([...stored.filter(item => !find(idOf(item))), ...items.get()])
    return true
  }

  const loadAndFlush = async (): Promise<void> => {
    if (await load()) await flush()
  }

  const subscribe = (): void => {
    if (isSubscribed) return
    isSubscribed = true
    onSession(() => void loadAndFlush())
    onConnectivityChange(() => {
      if (isOnline()) void flush()
    })
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void flush()
    })
  }

  return {
    items: { get: items.get, subscribe: items.subscribe },
    /** Loads the present driver's items; from now on follows the session, the network and the page. */
    start: (): Promise<void> => {
      subscribe()
      return loadAndFlush()
    },
    flush,
    find,
    store,
    unstore,
    listStored,
    /** In memory at once, then in IndexedDB where the browser allows it. */
    update: async (item: I): Promise<void> => {
      if (!owner || !find(idOf(item))) return
      replace(item)
      await store(owner, item).catch(() => undefined)
    },
    /** Resolves once its delivery was tried. */
    add: async (item: I): Promise<void> => {
      subscribe()
      const loaded = load()
      items.set([...items.get().filter(other => idOf(other) !== idOf(item)), item])
      if (owner) await store(owner, item).catch(() => undefined)
      await loaded
      await flush()
    },
    remove: async (id: string): Promise<void> => {
      items.set(items.get().filter(item => idOf(item) !== id))
      if (owner) await unstore(owner, id)
    },
  }
}
