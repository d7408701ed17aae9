// The parking options as the server has them, and a change that shows at once and is taken back where it was not saved.
import { type profile, settings } from '@parkit/contract/driver/account'
import type { ParkingOptions } from '@parkit/contract/parking/automatic'
import type { Answer } from '@parkit/contract/platform/call'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileKey } from '#driver/account/account.ts'
import { CallError, send } from '#platform/client.ts'
import { toast } from '#ui/toast.ts'
import { optionWords } from './words.ts'

const saving = ['parking.options']

export function useChangeOptions() {
  const queries = useQueryClient()
  const show = (change: Partial<ParkingOptions>) =>
    queries.setQueryData<Answer<typeof profile>>(profileKey, known => known && { ...known, ...change })
  return useMutation({
    mutationKey: saving,
    // one after the other, or an earlier answer could undo a later press
    scope: { id: 'parking.options' },
    mutationFn: (change: Partial<ParkingOptions>) => send(settings, { body: change }),
    onMutate: async change => {
      await queries.cancelQueries({ queryKey: profileKey })
      const known = queries.getQueryData<Answer<typeof profile>>(profileKey)
      show(change)
      return Object.fromEntries(Object.keys(change).map(name => [name, known?.[name as keyof ParkingOptions]]))
    },
    onError: (failure, _change, before) => {
      if (before) show(before)
      toast.error((failure instanceof CallError && failure.message) || optionWords().notSaved, { id: 'options' })
    },
    onSettled: () => {
      queries.invalidateQueries({ queryKey: ['parking.autoExtend'] })
      if (queries.isMutating({ mutationKey: saving }) === 1) queries.invalidateQueries({ queryKey: profileKey })
    },
  })
}
