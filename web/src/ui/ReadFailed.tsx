// Failed reads: a line with "Try again" inside a screen, an error state for a whole screen, and an ended sign-in.
import type { UseQueryResult } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { navigate, useLocation } from '#platform/address.tsx'
import { CallError } from '#platform/client.ts'
import { forget } from '#platform/session.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { ErrorState } from './EmptyState.tsx'
import { useUiWords } from './words.ts'

const isSignedOut = (error: unknown) => error instanceof CallError && error.status === 401

/** Returns here after signing in. With the invalid token, /login would redirect to Home. */
function useSignInAgain(): () => void {
  const { pathname, search } = useLocation()
  return () => {
    forget()
    navigate(`/login?next=${encodeURIComponent(pathname + search)}`)
  }
}

/** Renders nothing while the sign-in is valid (D-71). */
export function SignInAgain({ error }: { error: unknown }) {
  const words = useUiWords()
  const signIn = useSignInAgain()
  if (!isSignedOut(error)) return null
  return (
    <Banner tone="warn" action={<Button size="sm" onClick={signIn} children={words.signIn} />}>
      {words.endedSignIn}
    </Banner>
  )
}

type Query = Pick<UseQueryResult, 'isFetching' | 'error'> & { refetch: () => unknown }

export function Reload({ text, query }: { text: string; query: Query }) {
  const words = useUiWords()
  return (
    <div className="reload t-sm" role="alert">
      <span className="t-2">{text}</span>
      <Button
        variant="quiet"
        size="sm"
        icon={<RefreshCw size={18} />}
        loading={query.isFetching}
        onClick={() => query.refetch()}
      >
        {words.tryAgain}
      </Button>
    </div>
  )
}

type FailedProps = {
  title: string
  text?: string
  query: Query
  /** a session by its id: for one that does not exist, without retry */
  ofSession?: boolean
}

/** A whole screen that could not be read. */
export function ReadFailed({ title, text, query, ofSession = false }: FailedProps) {
  const words = useUiWords()
  const signIn = useSignInAgain()
  if (isSignedOut(query.error))
    return (
      <ErrorState
        title={words.endedSignIn}
        text={words.endedSignInText}
        other={<Button variant="primary" block onClick={signIn} children={words.signIn} />}
      />
    )
  const { status = 0, message = '' } = query.error instanceof CallError ? query.error : {}
  // 400: the id is malformed
  if (ofSession && (status === 404 || status === 400))
    return (
      <ErrorState
        title={status === 404 ? message : title}
        other={<Button variant="primary" block to="/pastpark" children={words.pastParkings} />}
      />
    )
  return (
    <ErrorState
      title={title}
      text={message || text || words.checkConnection}
      retrying={query.isFetching}
      onRetry={() => query.refetch()}
    />
  )
}
