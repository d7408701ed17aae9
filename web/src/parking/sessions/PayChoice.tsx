// What pays a session: the wallet or a saved card, one of them chosen.
import type { Method } from '@parkit/contract/money/cards'
import { moneyText } from '@parkit/contract/platform/money'
import { CircleCheck, CreditCard, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { Facts } from '#ui/Row.tsx'
import { useParkingWords } from './words.ts'

type Props = {
  /** a card's id, or the wallet */
  chosen: string
  methods: readonly Method[]
  /** dollars; absent while it is not known */
  balance: number | undefined
  missing: number
  disabled: boolean
  onChoose: (payWith: string) => void
}

export function PayChoice({ chosen, methods, balance, missing, disabled, onChoose }: Props) {
  const words = useParkingWords()
  const short = chosen === wallet && missing > 0
  const tile = (id: string, icon: ReactNode, title: string, sub: ReactNode) => (
    <label key={id} className={cx('pay', chosen === id && 'pay--on')}>
      <input
        type="radio"
        name="pay-with"
        className="sr-only"
        checked={chosen === id}
        disabled={disabled}
        onChange={() => onChoose(id)}
      />
      {icon}
      <span className="grow">
        <span className="row__t">{title}</span>
        <span className={id === wallet && short ? 'row__s stop' : 'row__s'}>{sub}</span>
      </span>
      {chosen === id && <CircleCheck size={20} />}
    </label>
  )
  return (
    <fieldset className="pays">
      <legend className="label">{words.payWith}</legend>
      {tile(
        wallet,
        <Wallet size={24} />,
        words.wallet,
        balance !== undefined && <Facts items={[moneyText(balance), short && words.walletShort(moneyText(missing))]} />,
      )}
      {methods.map(({ Id, CardType, Last4 }) => tile(Id, <CreditCard size={24} />, CardType, words.ending(Last4)))}
    </fieldset>
  )
}

const wallet = 'wallet'
