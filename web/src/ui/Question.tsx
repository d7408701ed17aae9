// A dialog with two answers. A danger is confirmed by a red yes, and a press beside the dialog does not close it.
import type { ReactNode } from 'react'
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

export const Question = ({ variant = 'danger', yes, pendingText, no, isPending = false, onYes, ...dialog }: Props) => (
  <Dialog
    {...dialog}
    alert={variant === 'danger'}
    actions={
      <>
        <Button variant={variant} block loading={isPending} loadingLabel={pendingText} onClick={onYes}>
          {yes}
        </Button>
        <Button variant="quiet" block onClick={dialog.onClose}>
          {no}
        </Button>
      </>
    }
  />
)
