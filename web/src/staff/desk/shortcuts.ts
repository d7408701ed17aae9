// Keys that reach the parts of the desk without a mouse, each with Alt: speech input types letters where it hears none of its commands.
import { useEffect } from 'react'

export const shortcuts = [
  ['Alt /', 'find'],
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

const run = (event: KeyboardEvent): boolean => {
  if (!event.altKey || document.querySelector('[role=dialog], [role=alertdialog]')) return false
  if (event.code === 'ArrowDown') return goTo(1)
  if (event.code === 'ArrowUp') return goTo(-1)
  if (event.code === 'Slash') return focus('#desk-find')
  return event.code === 'KeyA' && focus('#desk-answer')
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
