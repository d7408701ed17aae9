// Whose data the map is drawn from, in the words its license asks for.
import './credit.css'

const text = '© OpenStreetMap contributors'

export const Credit = () => (
  <a
    className="credit"
    data-over-map
    lang="en"
    href="https://www.openstreetmap.org/copyright"
    target="_blank"
    rel="noreferrer"
  >
    {text}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)
