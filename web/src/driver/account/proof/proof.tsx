// What the server refused for want of a recent proof (D-104) follows once the driver has given one.
import { type ReactNode, useState } from 'react'
import { CallError } from '#platform/client.ts'
import { lazySheet } from '#ui/lazy-sheet.tsx'

const ProofSheet = lazySheet(() => import('./ProofSheet.tsx'))

type Asking = {
  /** True where the error asks for a proof: the sheet opens, and `again` follows the proof. */
  asks: (error: unknown, again: () => void) => boolean
  sheet: ReactNode
}

export function useProof(): Asking {
  const [again, setAgain] = useState<() => void>()
  const close = () => setAgain(undefined)
  return {
    asks: (error, next) => {
      const isWanted = error instanceof CallError && error.code === 'sign_in_again'
      if (isWanted) setAgain(() => next)
      return isWanted
    },
    sheet: (
      <ProofSheet
        open={again !== undefined}
        onClose={close}
        onProven={() => {
          close()
          again?.()
        }}
      />
    ),
  }
}
