// Keys that reach the parts of the desk without a mouse.
import { useEffect } from 'react'

export const shortcuts = [
  ['/', 'find'],
  ['Alt ↓  Alt ↑', 'next'],
  ['Alt A', 'answer'],
] as const

const focus = (selector: string): boolean => {
  const found = document.querySelector<HTMLElement>(selector)
  found?.focus()
  return found !== null
}

/** Opens the conversation below or above the open one; the first where none is. */
const goTo = (step: 1 | -1): boolean => {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.desk__rows a')]
  const at = links.findIndex(link => link.ariaCurrent === 'true')
  const next = links[at < 0 ? 0 : at + step]
  next?.click()
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [role=dialog], [role=alertdialog]') !== null

const run = (event: KeyboardEvent): boolean => {
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return false
  if (event.altKey) {
    if (event.code === 'ArrowDown') return goTo(1)
    if (event.code === 'ArrowUp') return goTo(-1)
    return event.code === 'KeyA' && focus('#desk-answer')
  }
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target) && focus('#desk-find')
}

export const useShortcuts = (): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (run(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
