// A dialog with two answers. A danger is confirmed by a red yes, and a press beside the dialog does not close it.
import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Sheet.tsx'

type Props = {
  open: boolean
  title: string
  variant?: 'danger' | 'primary'
  yes: string
  /** On the red button while it is pending: "Stopping". */
  pendingText?: string
  no: string
  isPending?: boolean
  onYes: () => void
  onClose: () => void
  children: ReactNode
}

export function Question({ variant = 'danger', yes, pendingText, no, isPending = false, onYes, ...dialog }: Props) {
  const keep = useRef<HTMLButtonElement>(null)
  const isDanger = variant === 'danger'
  return (
    <Dialog
      {...dialog}
      alert={isDanger}
      // a danger is not one press away
      initialFocus={isDanger ? keep : undefined}
      actions={
        <>
          <Button variant={variant} block loading={isPending} loadingLabel={pendingText} onClick={onYes}>
            {yes}
          </Button>
          <Button variant="quiet" block ref={keep} onClick={dialog.onClose}>
            {no}
          </Button>
        </>
      }
    />
  )
}
