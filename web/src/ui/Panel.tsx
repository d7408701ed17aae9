// Panels, sections, and facts side by side: what Home shows besides its own parts.
import './rows.css'
import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'

type PanelProps = { children: ReactNode; className?: string; ref?: Ref<HTMLDivElement> }

/** A card with an edge. */
export function Panel({ children, className, ref }: PanelProps) {
  return (
    <div ref={ref} className={cx('panel', className)}>
      {children}
    </div>
  )
}

type SectionProps = { title: ReactNode; action?: ReactNode; children?: ReactNode; className?: string }

/** A heading with an action at its end, and its content. */
export function Section({ title, action, children, className }: SectionProps) {
  return (
    <section className={className}>
      <div className="sec">
        <h2 className="t-h3">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Facts side by side with a drawn dot between; where they break, no dot begins or ends a line. */
export function Facts({ items }: { items: readonly ReactNode[] }) {
  const shown = items.filter(item => item !== null && item !== undefined && item !== false && item !== '')
  return (
    <span className="facts">
      {shown.map((item, i) => (
        <span key={i}>
          <span className="dot" />
          {item}
          {i < shown.length - 1 && <span className="sr-only">, </span>}
        </span>
      ))}
    </span>
  )
}
