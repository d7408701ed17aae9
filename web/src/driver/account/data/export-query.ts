// The state of the driver's export, read again every few seconds while it is being prepared.
import { exportState } from '@parkit/contract/driver/data-export'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'

export const exportKey = ['account.export']
const againMs = 2_000

export const useExportState = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: exportKey,
    queryFn: ({ signal }) => send(exportState, {}, signal),
    refetchInterval: ({ state }) => (state.data?.State === 'preparing' ? againMs : false),
  })
