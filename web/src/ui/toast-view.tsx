// The ink toast at the top right: five seconds, pauses under the pointer and without focus, goes on a click or a drag.
import 'react-toastify/ReactToastify.css'
import './toast.css'
import { Check, CircleAlert, Info } from 'lucide-react'
import { createRoot } from 'react-dom/client'
// the other entry writes the same style into the page, which the policy forbids
import { ToastContainer, toast } from 'react-toastify/unstyled'

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

type Options = { action?: { label: string; onClick: () => void }; id?: string; stays?: boolean }

export const dismissToast = (id: string): void => toast.dismiss(id)

export function showToast(tone: ToastTone, text: string, { action, id, stays }: Options): void {
  toast(
    () => (
      <>
        {icons[tone]}
        <span className="grow">{text}</span>
        {action && (
          <button type="button" className="toast__action" onClick={action.onClick}>
            {action.label}
          </button>
        )}
      </>
    ),
    {
      type: tone === 'info' ? 'info' : tone,
      toastId: id,
      ...(stays && { autoClose: false }),
      role: tone === 'error' ? 'alert' : 'status',
    },
  )
}
