// The address of the screen, and what changes it. The entries of the browser's history are numbered from the start of the visit.
import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { createStore, useStore } from './store.ts'

export type Place = Pick<Location, 'pathname' | 'search' | 'hash'>

const current = createStore<Place | undefined>(undefined)
let isHistoryStep = false

const readLocation = ({ pathname, search, hash }: Place = window.location): Place => ({ pathname, search, hash })

export function getPlace(): Place {
  if (!current.get()) current.set(readLocation())
  return current.get()!
}

function update(byHistory: boolean) {
  isHistoryStep = byHistory
  current.set(readLocation())
}

/** For a screen that is prerendered. */
export const setPathname = (pathname: string): void => current.set({ pathname, search: '', hash: '' })

/** Follows the browser's own Back and Forward. */
export const watchAddress = (): void => window.addEventListener('popstate', () => update(true))

/** The driver came here by Back or Forward: the browser restores the scroll position. */
export const cameByHistory = (): boolean => isHistoryStep

const entry = (): number => window.history.state?.idx ?? 0

/** The address before this entry of the history. */
export const cameFrom = (): string | undefined => window.history.state?.from

type How = { replace?: boolean }

/** To a path of this app. */
export function navigate(to: string, { replace }: How = {}): void {
  const { pathname, search } = window.location
  if (replace) window.history.replaceState({ idx: entry(), from: cameFrom() }, '', to)
  else window.history.pushState({ idx: entry() + 1, from: pathname + search }, '', to)
  update(false)
}

/** To the screen before this one; to `otherwise` where the visit began with this one. */
export function goBack(otherwise: string): void {
  if (entry() > 0) window.history.back()
  else navigate(otherwise, { replace: true })
}

export const useLocation = (): Place => useStore({ get: getPlace, subscribe: current.subscribe })

type Search = URLSearchParams | Record<string, string>
type SetSearchParams = (search: Search | ((before: URLSearchParams) => Search), how?: How) => void

const setSearchParams: SetSearchParams = (search, how) => {
  const { pathname, search: before } = getPlace()
  const params = new URLSearchParams(typeof search === 'function' ? search(new URLSearchParams(before)) : search)
  navigate(pathname + (params.size ? `?${params}` : ''), how)
}

/** The query of the address, and how to replace it on the same screen. */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { search } = useLocation()
  return [new URLSearchParams(search), setSearchParams]
}

/** In place of a screen: replaces the address. */
export function Navigate({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}

type LinkProps = ComponentProps<'a'> & How & { to: string }

export function Link({ to, replace, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const { button, altKey, ctrlKey, metaKey, shiftKey } = event
    // the browser opens another tab or window itself
    if (event.defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    const { pathname, search, hash } = getPlace()
    navigate(to, { replace: replace ?? to === pathname + search + hash })
  }
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  )
}
