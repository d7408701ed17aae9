// A sheet from below on the phone, a dialog or a drawer on a wide screen; its code is loaded before it opens.
import { lazy, Suspense, useEffect, useState } from 'react'
import type { DialogProps, SheetProps } from './modal.tsx'

const load = () => import('./modal.tsx')
const Modal = lazy(load)

/** Input events, one of which precedes every opening. */
const inputEvents = ['pointermove', 'pointerdown', 'keydown']

/** Loads the dialog code with the driver's first input; stays true after `open` turns false, for the closing animation. */
export function useWanted(open: boolean): boolean {
  const [isWanted, setIsWanted] = useState(open)
  if (open && !isWanted) setIsWanted(true)
  useEffect(() => {
    for (const event of inputEvents) window.addEventListener(event, load, { once: true })
    return () => {
      for (const event of inputEvents) window.removeEventListener(event, load)
    }
  }, [])
  return isWanted
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
