// The address of the screen, and the ways that change it. The entries of the browser's history are numbered from where the visit began.
import { type ComponentProps, type MouseEvent, useEffect, useSyncExternalStore } from 'react'

export type Place = Pick<Location, 'pathname' | 'search' | 'hash'>

let place: Place | undefined
let returned = false
const listeners = new Set<() => void>()

export const getPlace = (): Place => (place ??= placeNow())
const placeNow = ({ pathname, search, hash }: Place = window.location): Place => ({ pathname, search, hash })

function onPlace(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function arrive(byHistory: boolean) {
  returned = byHistory
  place = placeNow()
  for (const listener of listeners) listener()
}

/** Where a screen is drawn that no browser shows. */
export const standAt = (pathname: string): void => {
  place = { pathname, search: '', hash: '' }
}

/** Follows the browser's own Back and Forward. */
export const watchAddress = (): void => window.addEventListener('popstate', () => arrive(true))

/** The screen was left before: its place on the page is the browser's to find. */
export const hasReturned = (): boolean => returned

const entry = (): number => window.history.state?.idx ?? 0

type How = { replace?: boolean }

/** To a path of this app. */
export function navigate(to: string, { replace }: How = {}): void {
  if (replace) window.history.replaceState({ idx: entry() }, '', to)
  else window.history.pushState({ idx: entry() + 1 }, '', to)
  arrive(false)
}

/** To the screen before this one; to `otherwise` where the visit began with this one. */
export function goBack(otherwise: string): void {
  if (entry() > 0) window.history.back()
  else navigate(otherwise, { replace: true })
}

export const useLocation = (): Place => useSyncExternalStore(onPlace, getPlace, getPlace)

type Search = URLSearchParams | Record<string, string>
type Ask = (search: Search | ((before: URLSearchParams) => Search), how?: How) => void

const ask: Ask = (search, how) => {
  const { pathname, search: before } = getPlace()
  const params = new URLSearchParams(typeof search === 'function' ? search(new URLSearchParams(before)) : search)
  navigate(pathname + (params.size ? `?${params}` : ''), how)
}

/** What the address asks for, and how to ask for something else on the same screen. */
export function useSearchParams(): [URLSearchParams, Ask] {
  const { search } = useLocation()
  return [new URLSearchParams(search), ask]
}

/** In place of a screen: leads on, and the address that led here is gone. */
export function Navigate({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}

type LinkProps = ComponentProps<'a'> & How & { to: string }

export function Link({ to, replace, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const { button, altKey, ctrlKey, metaKey, shiftKey } = event
    // another tab or window is the browser's own affair
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
