// The card the money comes from, a sheet with the others, and the marks of a card and of the sandbox.
import './wallet.css'
import type { Method } from '@parkit/contract/money/cards'
import { Check, FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useIsSandbox } from '#platform/sandbox.ts'
import { List, Row, Tag } from '#ui/Row.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { useWalletWords } from './words.ts'

/** The brand's plaque. Decorative: the name stands beside it. */
export const CardMark = ({ type }: { type: string }) => (
  <span className="card-mark" aria-hidden="true">
    {type}
  </span>
)

/** The default card, or the first. */
export const defaultMethod = (methods: readonly Method[]): Method | undefined =>
  methods.find(method => method.IsDefault) ?? methods[0]

export const SandboxTag = () => (
  <Tag tone="warn" icon={<FlaskConical size={14} />}>
    {useWalletWords().sandbox}
  </Tag>
)

type Props = {
  methods: readonly Method[]
  card: Method | undefined
  disabled: boolean
  onChoose: (id: string) => void
}

export function CardChoice({ methods, card, disabled, onChoose }: Props) {
  const words = useWalletWords()
  const sandbox = useIsSandbox()
  const [open, setOpen] = useState(false)
  if (!card) return null
  const texts = (method: Method) => ({
    lead: <CardMark type={method.CardType} />,
    title: <span className="num">{words.cardEnding(method.CardType, method.Last4)}</span>,
    sub: <span className="num">{words.expires(method.MonthExpiry, method.YearExpiry.slice(-2))}</span>,
  })
  return (
    <div className="add__card">
      <Row
        {...texts(card)}
        more={sandbox && <SandboxTag />}
        end={
          methods.length > 1 && (
            <button
              type="button"
              className="link link--tap"
              aria-label={words.changeCard}
              disabled={disabled}
              onClick={() => setOpen(true)}
            >
              {words.change}
            </button>
          )
        }
      />
      <Sheet open={open} onClose={() => setOpen(false)} title={words.chooseCard}>
        <List label={words.chooseCard}>
          {methods.map(method => (
            <Row
              key={method.Id}
              {...texts(method)}
              selected={method.Id === card.Id}
              className="add__choice"
              end={method.Id === card.Id && <Check size={22} />}
              onClick={() => {
                onChoose(method.Id)
                setOpen(false)
              }}
            />
          ))}
        </List>
      </Sheet>
    </div>
  )
}
