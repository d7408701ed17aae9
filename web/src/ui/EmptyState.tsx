// A screen without content: there is none yet, or it could not be read.
import './empty-state.css'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Barrier, Lane } from './Barrier.tsx'
import { Button } from './Button.tsx'
import { Spoken } from './Spoken.tsx'
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
      {text && (
        <p className="t-2">
          <Spoken text={text} />
        </p>
      )}
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
      {text && (
        <p className="t-2">
          <Spoken text={text} />
        </p>
      )}
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

function EmptyBayScene() {
  return (
    <svg viewBox="0 0 358 250" aria-hidden="true">
      <path d="M-1050 0h2450v250h-2450z" fill="var(--road)" />
      <path d="M-1050 0h2450v17h-2450z" fill="var(--scene-pavement)" />
      <path d="M-1050 17h2450v7h-2450z" fill="var(--scene-kerb)" />
      <path
        d={[-412, -175.5, 61, 297.5, 534, 770.5].map(x => `M${x} 32v166`).join('')}
        stroke="var(--road-line)"
        strokeWidth="5"
      />
      <rect
        x="94.5"
        y="78"
        width="169"
        height="76"
        rx="12"
        fill="none"
        stroke="var(--on-road-2)"
        strokeWidth="2"
        strokeDasharray="7 6"
      />
      <Lane y={228} />
    </svg>
  )
}
