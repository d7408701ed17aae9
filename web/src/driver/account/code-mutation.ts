// Sends a one-time code, kept as pending, and goes to the screen where it is typed.
import { sendCode } from '@parkit/contract/driver/account'
import { useMutation } from '@tanstack/react-query'
import { navigate } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { withNext } from '#platform/next.ts'
import { keepPending, type Purpose } from './challenge.ts'

type Callbacks = { onMutate?: () => void; onError?: (error: unknown) => void }

export const useSendCode = (next: string | null, callbacks: Callbacks = {}) =>
  useMutation({
    mutationFn: async ({ purpose, destination }: { purpose: Purpose; destination: string }) =>
      keepPending({ ...(await send(sendCode, { body: { Destination: destination } })), purpose, destination }),
    onSuccess: () => navigate(withNext('/otp', next)),
    ...callbacks,
  })
