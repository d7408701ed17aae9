// The link that shows somebody else the place and the time left: made, handed on, and ended.
import type { Session } from '@parkit/contract/parking/sessions'
import * as contract from '@parkit/contract/parking/shares'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Share2 } from 'lucide-react'
import { useId } from 'react'
import { send } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { stayEndText } from '#platform/clock-change.ts'
import { useLanguage } from '#platform/language.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Reload } from '#ui/Reload.tsx'
import { toast } from '#ui/toast.ts'
import { useCountdownWords } from './words.ts'

export function SharePart({ session }: { session: Session }) {
  const words = useCountdownWords()
  const queries = useQueryClient()
  const helpId = useId()
  const key = ['parking.shared', session.SessionId]
  const params = { id: session.SessionId }
  const read = useQuery({ queryKey: key, queryFn: ({ signal }) => send(contract.shared, { params }, signal) })
  const onError = (error: Error) => void toast.error(failureText(error))
  const make = useMutation({
    mutationFn: () => send(contract.share, { params }),
    onSuccess: made => void queries.setQueryData(key, made),
    onError,
  })
  const end = useMutation({
    mutationFn: () => send(contract.endShare, { params }),
    onSuccess: ended => {
      queries.setQueryData(key, ended)
      toast.success(words.stopped)
    },
    onError,
  })
  const handOn = useHandOn(session)
  const url = read.data?.Url
  if (read.isError && !read.data) return <Reload text={words.shareFailed} query={read} />
  if (url)
    return (
      <div className="share-link">
        <p className="t-sm t-2" role="status">
          {words.sharing}
        </p>
        <Field label={words.link} value={url} readOnly onFocus={event => event.target.select()} />
        <div className="share-link__acts">
          <Button icon={<Share2 size={20} />} size="md" onClick={() => handOn(url, 'share')}>
            {words.shareLink}
          </Button>
          <Button icon={<Copy size={20} />} size="md" onClick={() => handOn(url, 'copy')}>
            {words.copyLink}
          </Button>
        </div>
        <Button
          variant="danger"
          size="md"
          block
          loading={end.isPending}
          loadingLabel={words.stopping}
          onClick={() => end.mutate()}
        >
          {words.stop}
        </Button>
      </div>
    )
  return (
    <div className="share-link">
      <Button
        icon={<Share2 size={20} />}
        block
        disabled={read.isPending}
        loading={make.isPending}
        loadingLabel={words.making}
        aria-describedby={helpId}
        onClick={() => make.mutate(undefined, { onSuccess: ({ Url }) => void (Url && handOn(Url, 'share')) })}
      >
        {words.share}
      </Button>
      <p id={helpId} className="t-sm t-2">
        {words.shareText}
      </p>
    </div>
  )
}

/** By the device's own way, or to the clipboard. The link stands on the screen whatever a browser refuses. */
function useHandOn({ Name, EndsAt, TimeZone }: Session) {
  const words = useCountdownWords()
  const language = useLanguage()
  return async (url: string, by: 'share' | 'copy') => {
    const text = words.message(Name, stayEndText(EndsAt, TimeZone, language, now()))
    try {
      if (by === 'share' && navigator.share) await navigator.share({ text, url })
      else {
        await navigator.clipboard.writeText(by === 'copy' ? url : `${text} ${url}`)
        toast.success(words.copied)
      }
    } catch (error) {
      // the driver closed the share sheet
      if ((error as Error).name !== 'AbortError') toast.error(words.copyFailed)
    }
  }
}
