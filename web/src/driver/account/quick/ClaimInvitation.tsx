// Offers a quick driver to complete the account.
import './quick.css'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { useQuickWords } from './words.ts'

export function ClaimInvitation() {
  const words = useQuickWords()
  return (
    <Banner
      tone="info"
      live={false}
      className="quick__claim"
      action={
        <Button size="sm" to="/completeaccount">
          {words.completeIt}
        </Button>
      }
    >
      {words.completeWhy}
    </Banner>
  )
}
