// Which session this device has added to a calendar, and with which end.
import type { Session } from '@parkit/contract/parking/sessions'
import { createStore, useStore } from '#platform/store.ts'

const key = 'calendar_entry'
type Added = Pick<Session, 'SessionId' | 'EndsAt'>

const changes = createStore(0)
const mark = { get: () => localStorage.getItem(key), subscribe: changes.subscribe }

export function rememberInCalendar({ SessionId, EndsAt }: Added): void {
  localStorage.setItem(key, `${SessionId} ${EndsAt}`)
  changes.set(changes.get() + 1)
}

/** `old`: it was extended, or ends sooner, since it was added. */
export function useCalendarState({ SessionId, EndsAt }: Added): 'none' | 'old' | 'added' {
  const [addedId, addedEnd] = useStore(mark)?.split(' ') ?? []
  if (addedId !== SessionId) return 'none'
  return addedEnd === EndsAt ? 'added' : 'old'
}
