// A ticket: parts with a perforation between them.
import './ticket.css'
import { Children, type ReactNode } from 'react'

export function Ticket({ children }: { children: ReactNode }) {
  return (
    <div className="ticket">
      {Children.toArray(children).map((part, i) => (
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
