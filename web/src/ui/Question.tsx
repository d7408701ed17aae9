// A question before something that cannot be taken back: a red yes above a quiet no.
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Sheet.tsx'

type Props = {
  open: boolean
  title: string
  yes: string
  no: string
  isPending?: boolean
  onYes: () => void
  onClose: () => void
  children: ReactNode
}

export const Question = ({ open, title, yes, no, isPending = false, onYes, onClose, children }: Props) => (
  <Dialog
    alert
    open={open}
    onClose={onClose}
    title={title}
    actions={
      <>
        <Button variant="danger" block loading={isPending} onClick={onYes}>
          {yes}
        </Button>
        <Button variant="quiet" block onClick={onClose}>
          {no}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
