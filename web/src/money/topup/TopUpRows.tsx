// Auto-reload in the wallet: its amounts, its switch, and why it is paused.
import './topup.css'
import { moneyText } from '@parkit/contract/platform/money'
import { useState } from 'react'
import { useLanguage } from '#platform/language.tsx'
import { dayText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Banner } from '#ui/Banner.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Reload } from '#ui/Reload.tsx'
import { List, Row } from '#ui/Row.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ToggleRow } from '#ui/Toggle.tsx'
import { toast } from '#ui/toast.ts'
import { type TopUpField, useChangeTopUp, useTopUp } from './topup-queries.ts'
import { topUpWords, useTopUpWords } from './words.ts'

const TopUpAmountSheet = lazySheet(() => import('./TopUpAmountSheet.tsx'))

/** Defaults in dollars. */
const usual = { MinBalance: 10, DefaultAddAmount: 20 }

export function TopUpRows() {
  const words = useTopUpWords()
  const language = useLanguage()
  const query = useTopUp()
  const change = useChangeTopUp()
  const [typing, setTyping] = useState<TopUpField>()
  const known = query.data
  if (!known && query.isError) return <Reload text={words.failed} query={query} />
  const least = known && known.MinBalance >= 1 ? known.MinBalance : usual.MinBalance
  const amount = known && known.DefaultAddAmount >= 1 ? known.DefaultAddAmount : usual.DefaultAddAmount
  const isChosen = known?.MinBalance === least && known.DefaultAddAmount === amount
  const wanted = change.isPending ? change.variables.AutoTopUp : undefined
  const turn = (on: boolean) =>
    change.mutate(on ? { AutoTopUp: true, MinBalance: least, DefaultAddAmount: amount } : { AutoTopUp: false }, {
      onSuccess: () => toast.success(on ? topUpWords().turnedOn : topUpWords().turnedOff, { id: 'top-up' }),
    })
  const row = (field: TopUpField, note?: string) => (
    <Row
      title={words.titles[field]}
      sub={note}
      value={known ? moneyText(known[field]) : <Skeleton width={64} height={18} />}
      chevron
      onClick={() => known && setTyping(field)}
    />
  )
  return (
    <>
      <List className="wallet__rows">
        {row('DefaultAddAmount')}
        {row('MinBalance')}
        {known?.AutoTopUp && row('TopUpCeiling', words.month(moneyText(known.AddedThisMonth)))}
        <ToggleRow
          label={words.autoTopUp}
          // only the driver's own figures, which the rows above show
          sub={isChosen ? words.says(moneyText(least), moneyText(amount)) : words.saysUnset}
          checked={wanted ?? known?.AutoTopUp ?? false}
          disabled={!known}
          onChange={event => {
            if (!change.isPending) turn(event.target.checked)
          }}
        />
      </List>
      {known?.Paused && (
        <Banner tone="warn" live={false} className="topup__paused">
          {words[known.Paused.Because](dayText(known.Paused.At, ownZone, language))}
        </Banner>
      )}
      <TopUpAmountSheet
        open={typing !== undefined}
        field={typing}
        dollars={known && typing ? known[typing] : 0}
        onClose={() => setTyping(undefined)}
      />
    </>
  )
}
