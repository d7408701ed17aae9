// Rows, lists, pairs of label and value, and tags.
import './rows.css'
import { ChevronRight } from 'lucide-react'
import { Children, type ReactNode } from 'react'
import { Link } from '#platform/address.tsx'
import { cx } from './cx.ts'
import { Spoken } from './Spoken.tsx'

type RowProps = {
  title: ReactNode
  /** Second line. */
  sub?: ReactNode
  /** Below both: stalls, a tag. */
  more?: ReactNode
  /** A 24 px icon before the title. */
  icon?: ReactNode
  /** A sign, a plate or a picture before the title. */
  lead?: ReactNode
  /** At the end, strong. */
  value?: ReactNode
  /** At the end, second ink. */
  note?: ReactNode
  /** Anything else at the end. */
  end?: ReactNode
  /** A path: the row is a link. */
  to?: string
  /** A link has one unless this is false; a row that opens a sheet where it is true. */
  chevron?: boolean
  onClick?: () => void
  /** Selected in a list beside a map: card color, yellow edge. */
  selected?: boolean
  tone?: 'stop'
  /** `top` lines the end up with the title. */
  align?: 'center' | 'top'
  className?: string
}

export function Row({
  title,
  sub,
  more,
  icon,
  lead,
  value,
  note,
  end,
  to,
  chevron = to !== undefined,
  onClick,
  ...rest
}: RowProps) {
  const { selected, tone, align, className } = rest
  const all = cx(
    'row',
    (to ?? onClick) && 'row--tap',
    selected && 'row--selected',
    tone && `row--${tone}`,
    align === 'top' && 'row--top',
    className,
  )
  const inside = (
    <>
      {icon && <span className="row__icon">{icon}</span>}
      {lead}
      <span className="grow">
        <span className="row__t">{title}</span>
        {sub && <span className="row__s">{sub}</span>}
        {more && <span className="row__m">{more}</span>}
      </span>
      {value !== undefined && <span className="row__v num">{value}</span>}
      {note !== undefined && <span className="row__n num">{note}</span>}
      {end}
      {chevron && <ChevronRight className="row__chev" size={22} />}
    </>
  )
  if (to !== undefined)
    return (
      <Link to={to} className={all} aria-current={selected || undefined}>
        {inside}
      </Link>
    )
  if (onClick)
    return (
      <button type="button" onClick={onClick} className={all} aria-pressed={selected}>
        {inside}
      </button>
    )
  return <div className={all}>{inside}</div>
}

/** Rows between hairlines. Each child is an item. */
export function List({ children, label, className }: { children: ReactNode; label?: string; className?: string }) {
  return (
    <ul className={cx('list', className)} aria-label={label}>
      {Children.map(children, child => child && <li>{child}</li>)}
    </ul>
  )
}

type Pair = { label: ReactNode; value: ReactNode; total?: boolean }

export function KeyValue({ items, className }: { items: readonly (Pair | false | undefined)[]; className?: string }) {
  const pairs = items.filter(item => typeof item === 'object')
  return (
    <dl className={className}>
      {pairs.map((item, i) => (
        <div key={i} className={cx('kv', item.total && 'kv--total')}>
          <dt>
            <Spoken text={item.label} />
          </dt>
          <dd>
            <Spoken text={item.value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type TagProps = { tone?: 'go' | 'warn' | 'stop' | 'plain' | 'ink'; icon?: ReactNode; children: ReactNode }

export function Tag({ tone = 'plain', icon, children }: TagProps) {
  return (
    <span className={`tag tag--${tone}`}>
      {icon}
      {children}
    </span>
  )
}
