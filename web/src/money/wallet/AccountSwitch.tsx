// The two sides of the account: Profile and Wallet.
import { ViewLinks } from '#ui/ViewLinks.tsx'
import { useWalletWords } from './words.ts'

export function AccountSwitch({ side }: { side: '/profile' | '/account' }) {
  const words = useWalletWords()
  return (
    <ViewLinks
      label={words.accountSides}
      current={side}
      small
      views={[
        { to: '/profile', label: words.profile },
        { to: '/account', label: words.wallet },
      ]}
    />
  )
}
