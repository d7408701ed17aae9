// What the screens of a payment share: why it failed, and through whom it is paid.
import './wallet.css'
import { Lock } from 'lucide-react'
import { CallError } from '#platform/client.ts'
import { useIsSandbox } from '#platform/sandbox.ts'
import { Banner } from '#ui/Banner.tsx'
import { failureText } from '#ui/failure-text.ts'
import { useWalletWords } from './words.ts'

/** `safe` is said where no answer came: that pressing again does not pay twice. */
export function PaymentFailure({ error, safe, className }: { error: unknown; safe: string; className?: string }) {
  if (!(error instanceof CallError)) return null
  return (
    <Banner tone={error.code === 'payment_pending' ? 'warn' : 'stop'} className={className}>
      {error.code === 'no_answer' ? (
        <>
          <b>{failureText(error)}</b>
          <br />
          {safe}
        </>
      ) : (
        failureText(error)
      )}
    </Banner>
  )
}

export function PaidThrough() {
  const words = useWalletWords()
  return (
    <p className="add__through t-sm t-2">
      <Lock size={18} />
      {useIsSandbox() ? words.viaSandbox : words.viaStripe}
    </p>
  )
}
