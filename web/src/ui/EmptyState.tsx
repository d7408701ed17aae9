// A screen without content: there is none yet, or it could not be read.
import './empty-state.css'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Barrier, EmptyBayScene } from './Scenes.tsx'
import { useUiWords } from './words.ts'

type EmptyProps = {
  title: string
  text?: ReactNode
  /** The next step. */
  action?: ReactNode
}

export function EmptyState({ title, text, action }: EmptyProps) {
  return (
    <div className="face">
      <EmptyBayScene />
      <h2 className="t-h2">{title}</h2>
      {text && <p className="t-2">{text}</p>}
      {action && <div className="face__actions">{action}</div>}
    </div>
  )
}

type FailedProps = {
  title: string
  /** What to do, and what is safe. */
  text?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** Another way, above "Try again". */
  other?: ReactNode
}

export function ErrorState({ title, text, onRetry, retrying, other }: FailedProps) {
  const words = useUiWords()
  return (
    <div className="face" role="alert">
      <Barrier />
      <h2 className="t-h2">{title}</h2>
      {text && <p className="t-2">{text}</p>}
      <div className="face__actions">
        {other}
        {onRetry && (
          <Button variant="primary" block icon={<RefreshCw size={20} />} onClick={onRetry} loading={retrying}>
            {words.tryAgain}
          </Button>
        )}
      </div>
    </div>
  )
}
