// The two sides of the account: Profile and Wallet.
import { navigate } from '#platform/address.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { useWalletWords } from './words.ts'

type Side = '/profile' | '/account'

export function AccountSwitch({ side }: { side: Side }) {
  const words = useWalletWords()
  return (
    <Segmented<Side>
      label={words.accountSides}
      value={side}
      onChange={to => navigate(to)}
      small
      options={[
        { value: '/profile', label: words.profile },
        { value: '/account', label: words.wallet },
      ]}
    />
  )
}
