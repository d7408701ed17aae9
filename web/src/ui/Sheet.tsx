// A sheet from below on the phone, a dialog or a drawer on a wide screen. What it needs is loaded before it opens.
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

const load = () => import('./modal.tsx')
const Modal = lazy(load)

type Base = {
  open: boolean
  /** Escape, the scrim, a drag down, the cross. Absent: it cannot be dismissed. */
  onClose: () => void
  /** The name of the sheet; shown as its heading unless `head` stands there. */
  title: string
  children?: ReactNode
  className?: string
}

export type SheetProps = Base & {
  /** Beside the cross instead of the title's text: a sign with its place. */
  head?: ReactNode
  /** The action, still while the middle scrolls. */
  dock?: ReactNode
  /** From 1024 px up: `drawer` 440 wide at the right, `dialog` 480 wide in the middle. */
  wide?: 'drawer' | 'dialog'
}

export type DialogProps = Base & {
  /** Buttons, the first one above the others. */
  actions: ReactNode
  /** A question that must be answered: the scrim does not close it. */
  alert?: boolean
}

/** whoever opens something gives one of them first */
const signs = ['pointermove', 'pointerdown', 'keydown']

/** Fetches the machinery with the driver's first move; keeps the closing movement after `open` turns false. */
export function useWanted(open: boolean): boolean {
  const [wanted, want] = useState(open)
  if (open && !wanted) want(true)
  useEffect(() => {
    for (const sign of signs) window.addEventListener(sign, load, { once: true })
    return () => {
      for (const sign of signs) window.removeEventListener(sign, load)
    }
  }, [])
  return wanted
}

export function Sheet(props: SheetProps) {
  return useWanted(props.open) ? (
    <Suspense>
      <Modal kind="sheet" {...props} />
    </Suspense>
  ) : null
}

/** A short question or message in the middle of the screen. */
export function Dialog(props: DialogProps) {
  return useWanted(props.open) ? (
    <Suspense>
      <Modal kind="dialog" {...props} />
    </Suspense>
  ) : null
}
