// A whole screen that could not be read: the server's message with "Try again", or that the sign-in has ended.
import { CallError } from '#platform/client.ts'
import { Button } from './Button.tsx'
import { ErrorState } from './EmptyState.tsx'
import { type FailedQuery, isSignedOut, useSignInAgain } from './Reload.tsx'
import { useUiWords } from './words.ts'

type FailedProps = {
  title: string
  text?: string
  query: FailedQuery
  /** a session by its id: for one that does not exist, without retry */
  ofSession?: boolean
}

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
