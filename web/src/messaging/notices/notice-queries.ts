// Queries and mutations of the notice settings (optimistic) and of pushes on this device.
import type { NoticeChannel, NoticeKind, NoticeSettings } from '@parkit/contract/messaging/notices'
import * as contract from '@parkit/contract/messaging/notices'
import { reminder } from '@parkit/contract/platform/limits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, send } from '#platform/client.ts'
import { useSession } from '#platform/session.ts'
import { toast } from '#ui/toast.ts'
import {
  type DeviceState,
  deviceState,
  isCountingDown,
  renewSubscription,
  turnCountdown,
  turnOff,
  turnOn,
} from './push-subscription.ts'
import { noticeWords } from './words.ts'

const settingsKey = ['notices.settings']
const deviceKey = ['notices.device']
const countdownKey = ['notices.countdown']
const saving = ['notices.choose']

type Column = 'Push' | 'Mail' | 'Sms'
export const columns: Record<NoticeChannel, Column> = { push: 'Push', mail: 'Mail', sms: 'Sms' }

export const useNotices = () =>
  useQuery({ queryKey: settingsKey, queryFn: ({ signal }) => send(contract.settings, {}, signal) })

/** How many minutes before the end the driver is reminded, the most first; the usual ones until the server has answered. */
export const useReminderMinutes = (): readonly [number, number] => {
  const { FirstMinutes = reminder.firstMinutes, LastMinutes = reminder.lastMinutes } = useNotices().data ?? {}
  return [FirstMinutes, LastMinutes]
}

export type ReminderMinutes = Pick<NoticeSettings, 'FirstMinutes' | 'LastMinutes'>
type Choice = { Kind: NoticeKind; Channel: NoticeChannel; On: boolean }

export function useChoose() {
  const queries = useQueryClient()
  const show = ({ Kind, Channel, On }: Choice) =>
    queries.setQueryData<NoticeSettings>(
      settingsKey,
      known =>
        known && {
          ...known,
          Kinds: known.Kinds.map(row => (row.Kind === Kind ? { ...row, [columns[Channel]]: On } : row)),
        },
    )
  return useMutation({
    mutationKey: saving,
    // one after the other, or an earlier answer could undo a later press
    scope: { id: 'notices.choose' },
    mutationFn: (choice: Choice) => send(contract.choose, { body: choice }),
    onMutate: async choice => {
      await queries.cancelQueries({ queryKey: settingsKey })
      show(choice)
    },
    onError: (failure, choice) => {
      show({ ...choice, On: !choice.On })
      toast.error((failure instanceof CallError && failure.message) || noticeWords().notSaved, { id: 'notices' })
    },
    onSettled: () => {
      if (queries.isMutating({ mutationKey: saving }) === 1) queries.invalidateQueries({ queryKey: settingsKey })
    },
  })
}

export function useSetReminders() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: saving,
    scope: { id: 'notices.choose' },
    mutationFn: (minutes: ReminderMinutes) => send(contract.setReminders, { body: minutes }),
    onMutate: async minutes => {
      await queries.cancelQueries({ queryKey: settingsKey })
      queries.setQueryData<NoticeSettings>(settingsKey, known => known && { ...known, ...minutes })
    },
    onError: failure =>
      toast.error((failure instanceof CallError && failure.message) || noticeWords().notSaved, { id: 'notices' }),
    onSettled: () => {
      if (queries.isMutating({ mutationKey: saving }) === 1) queries.invalidateQueries({ queryKey: settingsKey })
    },
  })
}

/** The push state of this device; renews a subscription that is on. */
export function useDevice() {
  const session = useSession()
  return useQuery({
    queryKey: [...deviceKey, session.memberId()],
    queryFn: async () => {
      await renewSubscription().catch(() => {})
      return deviceState()
    },
    // the permission may change in the browser's own settings
    refetchOnWindowFocus: 'always',
    retry: false,
  })
}

export function useTurn() {
  const queries = useQueryClient()
  const session = useSession()
  return useMutation({
    mutationFn: (on: boolean): Promise<DeviceState> => (on ? turnOn() : turnOff()),
    onSuccess: (state, on) => {
      queries.setQueryData([...deviceKey, session.memberId()], state)
      if (on && state === 'on') toast.success(noticeWords().turnedOn, { id: 'notices' })
    },
    onError: failure =>
      toast.error((failure instanceof CallError && failure.message) || noticeWords().deviceFailed, { id: 'notices' }),
    onSettled: () => {
      queries.invalidateQueries({ queryKey: settingsKey })
      // turned off, it shows no time left either
      queries.invalidateQueries({ queryKey: countdownKey })
    },
  })
}

/** Whether this device shows the time left while its driver is parked, and the switch of it. */
export function useCountdown() {
  const queries = useQueryClient()
  const session = useSession()
  const key = [...countdownKey, session.memberId()]
  const { data: isOn = false } = useQuery({ queryKey: key, queryFn: isCountingDown, initialData: isCountingDown })
  const turn = useMutation({
    mutationFn: turnCountdown,
    onSuccess: isNowOn => queries.setQueryData(key, isNowOn),
    onError: failure =>
      toast.error((failure instanceof CallError && failure.message) || noticeWords().deviceFailed, { id: 'notices' }),
    onSettled: () => queries.invalidateQueries({ queryKey: deviceKey }),
  })
  return { isOn: turn.isPending ? turn.variables : isOn, isPending: turn.isPending, turn: turn.mutate }
}
