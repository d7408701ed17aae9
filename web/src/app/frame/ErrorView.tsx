// In place of a screen that failed: the recorded heading, the status and message, Home, and Reload.
import './error-view.css'
import { RefreshCw } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { isChunkLoadError } from '#platform/chunk.ts'
import { useWords } from '#platform/language.tsx'
import { clearCache } from '#platform/local-cache.ts'
import { Barrier } from '#ui/Barrier.tsx'
import { Button } from '#ui/Button.tsx'
import { en } from './words.en.ts'

/** "404 Not Found" for an answer of the server, nothing for other errors. */
function statusOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined
  const text = 'statusText' in error && typeof error.statusText === 'string' ? error.statusText : ''
  return `${error.status} ${text}`.trim()
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export function ErrorView({ error }: { error: unknown }) {
  const words = useWords('app/frame/words', en)
  const chunk = isChunkLoadError(error)
  const status = statusOf(error)
  return (
    <main id="main" tabIndex={-1} className="error-view">
      <title>ParkIt</title>
      <Barrier />
      <div className="error-view__said" role="alert">
        <h1 className="t-h2">{words.errorHeading}</h1>
        <p lang="en">
          {chunk ? 'ChunkLoadError: ' : ''}
          {status && <b>{status} </b>}
          {messageOf(error)}
        </p>
        <p className="t-2">{chunk ? words.chunkText : words.errorSafe}</p>
      </div>
      <div className="error-view__actions">
        {/* A full page load: the state that failed must not stay in memory. */}
        <Button block onClick={() => window.location.assign('/homepage')}>
          {words.home}
        </Button>
        <Button variant="primary" block icon={<RefreshCw size={20} />} onClick={() => window.location.reload()}>
          {words.reload}
        </Button>
      </div>
    </main>
  )
}

type State = { error: unknown; broken: boolean }

/** React needs a class for an error boundary. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined, broken: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, broken: true }
  }

  override componentDidCatch(error: unknown) {
    if (!isChunkLoadError(error)) clearCache()
  }

  override render() {
    return this.state.broken ? <ErrorView error={this.state.error} /> : this.props.children
  }
}
