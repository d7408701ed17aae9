// Whether a running session extends itself: the next step with its price, or why there is none, and the switch for this session.
import './auto-extend.css'
import type { AutoExtend } from '@parkit/contract/parking/automatic'
import * as contract from '@parkit/contract/parking/automatic'
import type { Session } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { useEffect } from 'react'
import { CallError, send } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { stayEndText } from '#platform/clock-change.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { useLanguage, useWords } from '#platform/language.tsx'
import { Reload } from '#ui/Reload.tsx'
import { ToggleRow } from '#ui/Toggle.tsx'
import { toast } from '#ui/toast.ts'
import { en } from './words.en.ts'

/** Time after the due time by which the server has extended. */
const graceMs = 1_500
/** Polling interval for a late or refused extension. */
const retryMs = 10_000
/** The longest delay of a browser's timer. */
const maxTimerMs = 2 ** 31 - 1

/** Milliseconds until the next refetch; false where nothing changes by itself. */
export function nextCheckMs({ On, Next, Stop }: AutoExtend, nowMs: number): number | false {
  if (!On) return false
  if (!Next) return Stop === 'insufficient_funds' ? retryMs : false
  const dueMs = Date.parse(Next.At) - nowMs
  return dueMs > 0 ? Math.min(dueMs + graceMs, maxTimerMs) : graceMs
}

type Asked = { data: Pick<AutoExtend, 'SessionId' | 'EndsAt'> | undefined; isPlaceholderData: boolean }

/** The later end that the server has given a session; undefined: none. What was said of its end before a closure cut it is none. */
export const endExtendedTo = (
  { data, isPlaceholderData }: Asked,
  { SessionId, EndsAt }: Pick<Session, 'SessionId' | 'EndsAt'>,
): string | undefined =>
  !isPlaceholderData && data?.SessionId === SessionId && Date.parse(data.EndsAt) > Date.parse(EndsAt)
    ? data.EndsAt
    : undefined

export function AutoExtendRow({ session }: { session: Session }) {
  const words = useWords('parking/automatic/words', en)
  const language = useLanguage()
  const queries = useQueryClient()
  const isOnline = useIsOnline()
  const { SessionId, EndsAt, TimeZone } = session
  // with another end, the next step is another one
  const queryKey = ['parking.autoExtend', { SessionId, EndsAt }]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => send(contract.autoExtend, { params: { id: SessionId } }, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data ? nextCheckMs(state.data, now()) : false),
  })
  const state = query.data?.SessionId === SessionId ? query.data : undefined

  const extendedTo = endExtendedTo(query, session)
  useEffect(() => {
    if (!extendedTo) return
    toast.success(words.extended(stayEndText(extendedTo, TimeZone, language, now())), { id: `extended ${extendedTo}` })
    for (const key of ['parking.active', 'account.details', 'wallet.activity', 'parking.session'])
      queries.invalidateQueries({ queryKey: [key] })
  }, [extendedTo, queries, words, TimeZone, language])

  const toggle = useMutation({
    mutationFn: (On: boolean) => send(contract.setAutoExtend, { body: { SessionId, On } }),
    onSuccess: answer => queries.setQueryData(queryKey, answer),
    onError: failure => {
      toast.error((failure instanceof CallError && failure.message) || words.notSaved, { id: 'auto-extend' })
      queries.invalidateQueries({ queryKey: ['parking.active'] })
    },
  })

  if (!state && query.isError) return <Reload text={words.failed} query={query} />
  const on = toggle.isPending ? toggle.variables : (state?.On ?? false)
  const time = (at: string) => stayEndText(at, TimeZone, language, now())
  const lines = () => {
    // the screen says that it is offline
    if (!state) return isOnline ? [words.waiting] : []
    if (!on) return [words.ends(time(EndsAt))]
    const { MaxPayment, StepMinutes, Next, Stop } = state
    const step = MaxPayment === null ? words.noLimit(StepMinutes) : words.upTo(StepMinutes, moneyText(MaxPayment))
    if (Stop) return [words.stops(Stop, time(EndsAt))]
    return Next ? [step, words.next(time(Next.At), Next.Minutes, moneyText(Next.Amount))] : [step]
  }
  return (
    <ToggleRow
      icon={<Repeat size={24} />}
      label={words.name}
      sub={lines().map(line => (
        <span key={line} className="auto-extend__line">
          {line}
        </span>
      ))}
      className="auto-extend"
      checked={on}
      disabled={!state}
      onChange={event => toggle.mutate(event.target.checked)}
    />
  )
}
