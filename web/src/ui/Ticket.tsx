// A ticket: parts of one paper with a perforation between them.
import './ticket.css'
import { Children, type ReactNode } from 'react'
import { cx } from './cx.ts'

export function Ticket({ children, className }: { children: ReactNode; className?: string }) {
  const parts = Children.toArray(children)
  return (
    <div className={cx('ticket', className)}>
      {parts.map((part, i) => (
        <div key={i}>
          {i > 0 && (
            <div className="ticket__perf" aria-hidden="true">
              <i />
              <i />
            </div>
          )}
          <div className="ticket__part">{part}</div>
        </div>
      ))}
    </div>
  )
}
