// The ink toast at the right, below the screen's head, its ring, or an open sheet's head: five seconds, pauses under the pointer and without focus, goes on a click or a drag. With an action it stays until the driver uses it, closes it, or goes on.
import 'react-toastify/ReactToastify.css'
import './toast.css'
import { Check, CircleAlert, Info, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'
// the other entry writes the same style into the page, which the policy forbids
import { type Id, ToastContainer, toast } from 'react-toastify/unstyled'
import { useLocation } from '#platform/address.tsx'
import { IconButton } from './Button.tsx'
import { Spoken } from './Spoken.tsx'
import { useUiWords } from './words.ts'

export type ToastTone = 'success' | 'error' | 'info'

const icons = { success: <Check size={22} />, error: <CircleAlert size={22} />, info: <Info size={22} /> }

const place = document.body.appendChild(document.createElement('div'))
createRoot(place).render(
  <ToastContainer
    position="top-right"
    autoClose={5_000}
    pauseOnHover
    pauseOnFocusLoss
    draggable
    draggablePercent={80}
    closeOnClick
    closeButton={false}
    hideProgressBar
    limit={3}
    icon={false}
  />,
)

const gapPx = 8
/** what a toast takes at the right */
const toastPx = 374

/** Below the last of what must stay in sight, where that leaves room. */
function placeToasts(): void {
  if (!place.querySelector('.Toastify__toast')) return
  const head = [...document.querySelectorAll('[data-toast-below]')].findLast(
    one => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth - toastPx,
  )
  const bottom = head?.getBoundingClientRect().bottom ?? 0
  const fits = bottom > gapPx && bottom < innerHeight * 0.75
  place.style.setProperty('--toast-top', `${fits ? bottom + gapPx : 2 * gapPx}px`)
}
// a screen or a sheet that comes, goes, or moves
new MutationObserver(placeToasts).observe(document.body, { childList: true, subtree: true })
for (const event of ['scroll', 'resize', 'transitionend'])
  addEventListener(event, placeToasts, { capture: true, passive: true })

type Action = { label: string; onClick: () => void }
type Options = { action?: Action; id?: string; stays?: boolean }

/** The toast that offers to take something back: the next one takes its place. */
let offer: Id | undefined

export const dismissToast = (id: string): void => toast.dismiss(id)

type WaysProps = {
  action: Action
  /** The driver went on to another screen. */
  onLeave: (() => void) | undefined
}

/** The action, and a way to close the toast without a pointer: a click anywhere on it closes it. */
function Ways({ action, onLeave }: WaysProps) {
  const words = useUiWords()
  const { pathname } = useLocation()
  const [shownAt] = useState(pathname)
  const isLeft = pathname !== shownAt
  const leave = useEffectEvent(() => onLeave?.())
  useEffect(() => {
    if (isLeft) leave()
  }, [isLeft])
  return (
    <>
      <button type="button" className="toast__action" onClick={action.onClick}>
        {action.label}
      </button>
      <IconButton className="toast__close" label={words.close} icon={<X size={20} />} />
    </>
  )
}

export function showToast(tone: ToastTone, text: string, { action, id, stays }: Options): void {
  const isOffer = action !== undefined && !stays
  if (isOffer && offer !== undefined) toast.dismiss(offer)
  const shown = toast(
    ({ closeToast }) => (
      <>
        {icons[tone]}
        <span className="grow">
          <Spoken text={text} />
        </span>
        {action && <Ways action={action} onLeave={stays ? undefined : closeToast} />}
      </>
    ),
    {
      type: tone === 'info' ? 'info' : tone,
      toastId: id,
      ...((stays || action) && { autoClose: false }),
      role: tone === 'error' ? 'alert' : 'status',
    },
  )
  if (isOffer) offer = shown
}
