// Sheet and dialog: the focus stays inside and returns, and Escape, the scrim, or a drag down closes.
import './sheet.css'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { Spoken } from './Spoken.tsx'
import { useUiWords } from './words.ts'

type BaseProps = {
  open: boolean
  /** Escape, the scrim, a drag down, the cross. Absent: it cannot be dismissed. */
  onClose: () => void
  /** Shown as its heading unless there is a `head`. */
  title: string
  children?: ReactNode
  className?: string
}

export type SheetProps = BaseProps & {
  /** Beside the cross instead of the title's text: a sign with its place. */
  head?: ReactNode
  /** The action, fixed below the scrolling content. */
  dock?: ReactNode
  /** Hidden rather than removed while it is not open, so that what was typed stays. */
  keepMounted?: boolean
  /** From 1024 px up: `drawer` 440 wide at the right, `dialog` 480 wide in the middle. */
  wide?: 'drawer' | 'dialog'
}

export type DialogProps = BaseProps & {
  /** Buttons, the first one above the others. */
  actions: ReactNode
  /** Must be answered: the scrim does not close it. */
  alert?: boolean
  /** The first button where absent. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
}

type Props = ({ kind: 'sheet' } & SheetProps) | ({ kind: 'dialog' } & DialogProps)

/** One that opened by itself, or whose opener is gone, leaves the focus nowhere: the screen takes it, as when it was new. */
function useFocusKept(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
    },
    [],
  )
}

export default function Modal(props: Props) {
  const alert = props.kind === 'dialog' && props.alert
  return (
    <Base.Root
      open={props.open}
      disablePointerDismissal={alert}
      onOpenChange={open => {
        if (!open) props.onClose()
      }}
    >
      <Base.Portal keepMounted={props.kind === 'sheet' && props.keepMounted}>
        <Base.Backdrop className="scrim" />
        {props.kind === 'sheet' ? <SheetPopup {...props} /> : <DialogPopup {...props} />}
      </Base.Portal>
    </Base.Root>
  )
}

/** Pixels of drag after which a sheet closes. */
const closeAfterPx = 96

function SheetPopup({ title, head, dock, wide = 'dialog', children, className, onClose }: SheetProps) {
  useFocusKept()
  const words = useUiWords()
  const popup = useRef<HTMLDivElement>(null)
  const from = useRef<number | null>(null)
  const pull = (event: PointerEvent) => Math.max(0, event.clientY - (from.current ?? event.clientY))
  const drag = {
    onPointerDown: (event: PointerEvent) => {
      if ((event.target as Element).closest('button, a, input')) return
      from.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current !== null) popup.current?.style.setProperty('--pull', `${pull(event)}px`)
    },
    onPointerUp: (event: PointerEvent) => {
      if (pull(event) > closeAfterPx) onClose()
      from.current = null
      popup.current?.style.removeProperty('--pull')
    },
    onPointerCancel: () => {
      from.current = null
      popup.current?.style.removeProperty('--pull')
    },
  }
  return (
    <Base.Popup ref={popup} className={cx('sheet', `sheet--${wide}`, className)} initialFocus={popup}>
      <div className="sheet__top" data-toast-below {...drag}>
        <div className="sheet__grab" />
        <div className="sheet__head">
          <div className="grow">
            {head}
            <Base.Title className={head ? 'sr-only' : 't-h2'}>
              <Spoken text={title} />
            </Base.Title>
          </div>
          <Base.Close className="icon-btn sheet__close" aria-label={words.close}>
            <X size={24} />
          </Base.Close>
        </div>
      </div>
      <div className="sheet__body">{children}</div>
      {dock && <div className="sheet__dock">{dock}</div>}
    </Base.Popup>
  )
}

function DialogPopup({ title, children, actions, alert, initialFocus, className }: DialogProps) {
  useFocusKept()
  return (
    <Base.Popup className={cx('modal', className)} role={alert ? 'alertdialog' : 'dialog'} initialFocus={initialFocus}>
      <Base.Title className="t-h2">
        <Spoken text={title} />
      </Base.Title>
      {children && (
        <Base.Description className="modal__text" render={<div />}>
          <Spoken text={children} />
        </Base.Description>
      )}
      <div className="modal__actions">{actions}</div>
    </Base.Popup>
  )
}
