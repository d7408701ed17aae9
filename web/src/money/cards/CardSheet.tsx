// 'Secure Card Authorization' as a sheet over the wallet. It closes; it does not close itself.
import { Elements } from '@stripe/react-stripe-js'
import { useId, useState } from 'react'
import { Sheet } from '#ui/Sheet.tsx'
import { useAuthorization, useProvider } from './authorization.ts'
import { Authorize, CardFields, LoadFailed } from './CardFields.tsx'
import { useCardWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; onAuthorized: (dollars: number) => void }

export default function CardSheet({ open, onClose, onAuthorized }: Props) {
  const words = useCardWords()
  const form = useId()
  const [typed, setTyped] = useState('1')
  const provider = useProvider(open)
  const authorization = useAuthorization(onAuthorized)
  const close = () => {
    authorization.clear()
    onClose()
  }
  return (
    <Elements stripe={provider.data ?? null}>
      <Sheet
        open={open && !authorization.asking}
        onClose={close}
        title={words.title}
        dock={<Authorize form={form} authorization={authorization} typed={typed} />}
      >
        <CardFields
          id={form}
          authorization={authorization}
          typed={typed}
          onType={setTyped}
          failed={
            provider.isError && <LoadFailed onRetry={() => void provider.refetch()} retrying={provider.isFetching} />
          }
        />
      </Sheet>
    </Elements>
  )
}
