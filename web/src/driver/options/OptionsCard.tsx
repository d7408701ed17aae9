// Default Parking Options: three switches that are kept on the server, and the amount behind the third.
import './options.css'
import { moneyText } from '@parkit/contract/platform/money'
import { useState } from 'react'
import { useProfile } from '#driver/account/account.ts'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Reload } from '#ui/Reload.tsx'
import { List } from '#ui/Row.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { ToggleRow } from '#ui/Toggle.tsx'
import { useChangeOptions } from './options-mutation.ts'
import { useOptionWords } from './words.ts'

const MaxPaymentSheet = lazySheet(() => import('./MaxPaymentSheet.tsx'))

export function OptionsCard() {
  const words = useOptionWords()
  return (
    <Panel className="options">
      <h2 className="t-h3">{words.title}</h2>
      <Options />
    </Panel>
  )
}

function Options() {
  const words = useOptionWords()
  const query = useProfile()
  const { mutate: change } = useChangeOptions()
  const [typing, setTyping] = useState(false)
  const options = query.data
  if (!options) return query.isError ? <Reload text={words.failed} query={query} /> : <Waiting />
  const amount = moneyText(options.MaxPaymentAmount)
  return (
    <>
      <List label={words.title}>
        <ToggleRow
          label={words.autoStart}
          sub={words.autoStartText}
          checked={options.AutoStart}
          onChange={event => change({ AutoStart: event.target.checked })}
        />
        <ToggleRow
          label={words.autoExtend}
          sub={words.autoExtendText}
          checked={options.AutoExtend}
          onChange={event => change({ AutoExtend: event.target.checked })}
        />
        <ToggleRow
          label={words.maxPayment}
          sub={options.MaxPaymentOn ? words.maxPaymentOn : words.maxPaymentOff}
          checked={options.MaxPaymentOn}
          onChange={event => change({ MaxPaymentOn: event.target.checked })}
          extra={
            options.MaxPaymentOn && (
              <button
                type="button"
                className="options__amount num"
                aria-label={words.changeAmount(amount)}
                onClick={() => setTyping(true)}
              >
                {amount}
              </button>
            )
          }
        />
      </List>
      <MaxPaymentSheet open={typing} onClose={() => setTyping(false)} dollars={options.MaxPaymentAmount} />
    </>
  )
}

function Waiting() {
  return (
    <Loading className="list">
      {['auto start', 'auto extend', 'max payment'].map(row => (
        <div key={row} className="row options__waits">
          <span className="grow">
            <Skeleton width="64%" height={18} />
            <Skeleton width="48%" height={14} />
          </span>
          <Skeleton width={52} height={32} radius={16} />
        </div>
      ))}
    </Loading>
  )
}
