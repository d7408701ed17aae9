// Where the driver is signed in, and signing out there.
import { endSignIns, type SignIn, signIns } from '@parkit/contract/driver/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { dateText, shortTimeText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { List, Row } from '#ui/Row.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { dataWords, useDataWords } from './words.ts'

const key = ['account.signIns']

export default function SignInsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const words = useDataWords()
  const queries = useQueryClient()
  const query = useQuery({
    enabled: open,
    queryKey: key,
    queryFn: ({ signal }) => send(signIns, {}, signal),
  })
  const end = useMutation({
    mutationFn: (Which: string) => send(endSignIns, { body: { Which } }),
    onSuccess: remaining => {
      queries.setQueryData(key, remaining)
      toast.success(dataWords().signedOut)
    },
    onError: error => toast.error(failureText(error)),
  })
  const items = query.data?.Items ?? []
  const others = items.some(({ Current }) => !Current)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.signIns}
      wide="dialog"
      dock={
        others && (
          <Button variant="danger" block loading={end.isPending} onClick={() => end.mutate('others')}>
            {words.signOutOthers}
          </Button>
        )
      }
    >
      {query.isError && <Banner tone="stop">{failureText(query.error)}</Banner>}
      <List>
        {items.map(item => (
          <SignInRow key={item.SignInId} item={item} onEnd={() => !end.isPending && end.mutate(item.SignInId)} />
        ))}
      </List>
    </Sheet>
  )
}

function SignInRow({ item, onEnd }: { item: SignIn; onEnd: () => void }) {
  const words = useDataWords()
  const language = useLanguage()
  const since = words.signedIn(
    `${dateText(item.SignedInAt, ownZone, language)}, ${shortTimeText(item.SignedInAt, ownZone, language)}`,
  )
  return item.Current ? (
    <Row title={words.thisDevice} sub={since} />
  ) : (
    <Row
      title={words.otherDevice}
      sub={since}
      end={
        <Button size="sm" variant="quiet" onClick={onEnd}>
          {words.signOut}
        </Button>
      }
    />
  )
}
