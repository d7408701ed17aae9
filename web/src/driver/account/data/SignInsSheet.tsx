// The devices where the driver is signed in: which, since when, last used; and signing out there.
import { endSignIns, type SignIn, signIns } from '@parkit/contract/driver/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { dateText, shortTimeText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Facts } from '#ui/Panel.tsx'
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

/** "Chrome on Windows"; a sign-in of no browser, or of before, is told apart by its times alone. */
const deviceText = ({ Browser, System }: SignIn, words: ReturnType<typeof useDataWords>): string =>
  Browser && System ? words.device(Browser, System) : (Browser ?? System ?? words.otherDevice)

function SignInRow({ item, onEnd }: { item: SignIn; onEnd: () => void }) {
  const words = useDataWords()
  const language = useLanguage()
  const time = (at: string) => `${dateText(at, ownZone, language)}, ${shortTimeText(at, ownZone, language)}`
  const { Current, SignedInAt, LastUsedAt } = item
  const device = deviceText(item, words)
  const facts = [
    Current && words.thisDevice,
    words.signedIn(time(SignedInAt)),
    !Current && LastUsedAt && words.lastUsed(time(LastUsedAt)),
  ]
  return (
    <Row
      title={Current && device === words.otherDevice ? words.thisDevice : device}
      sub={<Facts items={facts} />}
      end={
        !Current && (
          <Button size="sm" variant="quiet" aria-label={words.signOutOf(device)} onClick={onEnd}>
            {words.signOut}
          </Button>
        )
      }
    />
  )
}
