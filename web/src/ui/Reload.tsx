// A part of a screen that could not be read: a line with "Try again", and the notice of an ended sign-in.
import './reload.css'
import type { UseQueryResult } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { navigate, useLocation } from '#platform/address.tsx'
import { CallError } from '#platform/client.ts'
import { forget } from '#platform/session.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { useUiWords } from './words.ts'

export const isSignedOut = (error: unknown) => error instanceof CallError && error.status === 401

/** Returns here after signing in. With the invalid token, /login would redirect to Home. */
export function useSignInAgain(): () => void {
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

export type FailedQuery = Pick<UseQueryResult, 'isFetching' | 'error'> & { refetch: () => unknown }

export function Reload({ text, query }: { text: string; query: FailedQuery }) {
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
