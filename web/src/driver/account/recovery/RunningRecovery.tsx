// Warns in the account that somebody is recovering it, with a button that stops that.
import { recoveries, stopRecovery } from '@parkit/contract/driver/recovery'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { dateText, shortTimeText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { toast } from '#ui/toast.ts'
import { recoveryWords, useRecoveryWords } from './words.ts'

const key = ['account.recoveries']

export function RunningRecovery() {
  const words = useRecoveryWords()
  const language = useLanguage()
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => send(recoveries, {}, signal) })
  const stop = useMutation({
    mutationFn: (RecoveryId: string) => send(stopRecovery, { body: { RecoveryId } }),
    onSuccess: remaining => {
      queries.setQueryData(key, remaining)
      toast.success(recoveryWords().stopped)
    },
    onError: error => toast.error(failureText(error)),
  })
  return data?.Items.map(({ RecoveryId, By, ReadyAt }) => (
    <Banner
      key={RecoveryId}
      tone="stop"
      action={
        <Button
          size="sm"
          loading={stop.isPending}
          loadingLabel={words.stopping}
          onClick={() => stop.mutate(RecoveryId)}
        >
          {words.stop}
        </Button>
      }
    >
      {words.runningText(
        words.running[By],
        dateText(ReadyAt, ownZone, language),
        shortTimeText(ReadyAt, ownZone, language),
      )}
    </Banner>
  ))
}
