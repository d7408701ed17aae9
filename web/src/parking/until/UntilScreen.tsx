// The page of a shared link: the place, until when somebody is parked there, and the time left, until it ends.
import './until.css'
import { parkedUntil } from '@parkit/contract/parking/shares'
import { useQuery } from '@tanstack/react-query'
import { leftSeconds, timerText } from '#parking/sessions/sessions.ts'
import { useLocation } from '#platform/address.tsx'
import { CallError, send } from '#platform/client.ts'
import { useNow } from '#platform/clock.ts'
import { stayEndText } from '#platform/clock-change.ts'
import { useLanguage } from '#platform/language.tsx'
import { addressIn, spokenDuration, timeText } from '#platform/text.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState, ErrorState } from '#ui/EmptyState.tsx'
import { Logo } from '#ui/Logo.tsx'
import { Screen } from '#ui/Screen.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { useUntilWords } from './words.ts'

/** An extension shows after this long at most, as a stop does. */
const refreshMs = 30_000

/** Never cached on this device: it is another driver's parking. */
const useShared = (code: string) =>
  useQuery({
    queryKey: ['parking.until', code],
    queryFn: ({ signal }) => send(parkedUntil, { params: { code } }, signal),
    enabled: code !== '',
    refetchInterval: ({ state }) => (isEnded(state.error) ? false : refreshMs),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    staleTime: 0,
    gcTime: 0,
  })

const isEnded = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429

export default function UntilScreen() {
  const words = useUntilWords()
  const language = useLanguage()
  const code = useLocation().pathname.split('/')[2] ?? ''
  const query = useShared(code)
  const nowMs = useNow()
  const { data } = query
  const left = data ? leftSeconds(data, nowMs) : 0
  const isOver = code === '' || isEnded(query.error) || (data && left <= 0)
  return (
    <Screen
      title={words.title}
      width="form"
      className="until"
      top={
        <header className="top top--large">
          <Logo height={34} />
          <h1 className="sr-only">{words.title}</h1>
        </header>
      }
    >
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      {isOver ? (
        <EmptyState title={words.endedTitle} text={words.endedText} action={<Onward />} />
      ) : data ? (
        <>
          <section className="road until__road">
            <p className="t-2">{words.leftHead}</p>
            <p
              className="until__timer num"
              role="timer"
              aria-label={words.left(spokenDuration(Math.ceil(left / 60), language))}
            >
              {timerText(left)}
            </p>
            <p className="t-lead t-strong">
              {words.parkedUntil(stayEndText(data.EndsAt, data.TimeZone, language, nowMs))}
            </p>
            {query.isError && (
              <p className="t-sm" role="status">
                {words.stale(timeText(query.dataUpdatedAt, data.TimeZone, language))}
              </p>
            )}
          </section>
          <div className="until__place">
            <Sign zone={data.ZoneNumber} size="md" />
            <div className="grow">
              <h2 className="t-h3" lang="en">
                {data.Name}
              </h2>
              {data.Address !== data.Name && (
                <p className="t-2" lang="en">
                  {addressIn(data)}
                </p>
              )}
            </div>
          </div>
          <p className="t-sm t-2">{words.private}</p>
          <Onward />
        </>
      ) : query.isError ? (
        <ErrorState title={words.failed} text={words.failedText} onRetry={query.refetch} retrying={query.isFetching} />
      ) : (
        <Loading>
          <div className="stack">
            <Skeleton height={200} radius={28} />
            <Skeleton height={64} />
          </div>
        </Loading>
      )}
    </Screen>
  )
}

const Onward = () => (
  <Button block to="/parkit3">
    {useUntilWords().open}
  </Button>
)
