// Sends a one-time code, saves it as pending, and opens the code screen.
import { sendCode } from '@parkit/contract/driver/account'
import { useMutation } from '@tanstack/react-query'
import { navigate } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { withNext } from '#platform/next.ts'
import { type Purpose, savePending } from './challenge.ts'

type Callbacks = { onMutate?: () => void; onError?: (error: unknown) => void }

export const useSendCode = (next: string | null, callbacks: Callbacks = {}) =>
  useMutation({
    mutationFn: async ({ purpose, destination }: { purpose: Purpose; destination: string }) =>
      savePending({ ...(await send(sendCode, { body: { Destination: destination } })), purpose, destination }),
    onSuccess: () => navigate(withNext('/otp', next)),
    ...callbacks,
  })
