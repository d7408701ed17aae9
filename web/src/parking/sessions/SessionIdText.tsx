// A session's id in groups of five, as it is read out on the phone; what is copied is the id itself.
import './session-id.css'

export const SessionIdText = ({ id }: { id: string }) => (
  <span className="session-id">
    {id.slice(0, -5)}
    <span>{id.slice(-5)}</span>
  </span>
)
