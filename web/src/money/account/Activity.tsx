// What moved in the wallet, newest first, a page at a time; what belongs to a session opens its receipt.
import { activity as activityCall, type Activity as Move } from '@parkit/contract/money/wallet'
import { moneyText } from '@parkit/contract/platform/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleParking, ClockPlus, CreditCard, Plus, Repeat, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWithdrawWords } from '#money/refunds/refunds.ts'
import { useWalletWords } from '#money/wallet/wallet.ts'
import { send } from '#platform/client.ts'
import { useNow } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { useSession } from '#platform/session.ts'
import { dateText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Button } from '#ui/Button.tsx'
import { Facts, Section } from '#ui/Panel.tsx'
import { Reload } from '#ui/Reload.tsx'
import { List, Row } from '#ui/Row.tsx'
import { LoadingRows } from '#ui/Skeleton.tsx'
import { activityTimeText } from './activity-time.ts'

const icons: Record<string, ReactNode> = {
  topUp: <Plus size={22} />,
  autoTopUp: <Repeat size={22} />,
  extension: <ClockPlus size={22} />,
  unusedMinutes: <Undo2 size={22} />,
  movedOut: <Undo2 size={22} />,
  closureRefund: <Undo2 size={22} />,
  cancelled: <Undo2 size={22} />,
  refund: <Undo2 size={22} />,
  refundFailed: <Undo2 size={22} />,
  disputeOpened: <CreditCard size={22} />,
  disputeWon: <Undo2 size={22} />,
  withdrawal: <CreditCard size={22} />,
}

export function Activity() {
  const words = useWalletWords()
  const activity = useInfiniteQuery({
    refetchOnReconnect: 'always',
    queryKey: ['wallet.activity'],
    queryFn: ({ pageParam, signal }) => send(activityCall, { query: { Cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.NextCursor ?? undefined,
    enabled: useSession().isSignedIn(),
  })
  const moves = activity.data?.pages.flatMap(page => page.Items)
  return (
    <Section title={words.recentActivity} className="activity">
      {activity.isPending ? (
        <LoadingRows count={4} />
      ) : moves?.length === 0 ? (
        <p className="t-2 activity__none">{words.nothingMoved}</p>
      ) : (
        moves && (
          <List label={words.recentActivity}>
            {moves.map(move => (
              <MoveRow key={move.Id} move={move} />
            ))}
          </List>
        )
      )}
      {activity.isError ? (
        <Reload
          text={words.activityFailed}
          query={{ ...activity, refetch: activity.isFetchNextPageError ? activity.fetchNextPage : activity.refetch }}
        />
      ) : (
        activity.hasNextPage && (
          <Button
            block
            size="md"
            className="activity__more"
            loading={activity.isFetchingNextPage}
            onClick={() => activity.fetchNextPage()}
          >
            {words.earlier}
          </Button>
        )
      )}
    </Section>
  )
}

function MoveRow({ move }: { move: Move }) {
  const words = useWalletWords()
  const { states } = useWithdrawWords()
  const language = useLanguage()
  const nowMs = useNow(60_000)
  const kind = words.kinds[move.Kind] ?? words.moved
  const when = activityTimeText(move.When, { nowMs, timeZone: ownZone, language, today: words.today })
  const into = move.Amount > 0
  const back = move.Refund && states[move.Refund.State](dateText(move.Refund.DueBy, ownZone, language))
  return (
    <Row
      lead={<span className="activity__icon">{icons[move.Kind] ?? <CircleParking size={22} />}</span>}
      title={move.Name ?? kind}
      sub={<Facts items={[move.Name && kind, back, <time key="when" dateTime={move.When} children={when} />]} />}
      value={<span className={into ? 'go' : undefined}>{`${into ? '+' : ''}${moneyText(move.Amount)}`}</span>}
      chevron={false}
      to={move.SessionId ? `/confirmlocation?session=${move.SessionId}` : undefined}
    />
  )
}
