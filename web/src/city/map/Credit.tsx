// Whose data the map is drawn from, in the words its license asks for.
import './credit.css'
import { useStore } from '#platform/store.ts'
import { credits } from './credits.ts'

const openStreetMap = '© OpenStreetMap contributors'

/** Before anything is drawn: of what nearly all maps are drawn from. `also`: whose data a place on it is. */
export function Credit({ also = '' }: { also?: string }) {
  const drawn = useStore(credits)
  const known = drawn && [...drawn, also]
  const others = [...new Set(known ?? [also])].filter(credit => credit !== '' && !credit.includes('OpenStreetMap'))
  const isOpen = known?.some(credit => credit.includes('OpenStreetMap')) ?? true
  return (
    <>
      {isOpen && (
        <a
          className="credit"
          data-over-map
          lang="en"
          href="https://www.openstreetmap.org/copyright"
          target="_blank"
          rel="noreferrer"
        >
          {[openStreetMap, ...others].join(' · ')}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      {!isOpen && others.length > 0 && (
        <span className="credit" data-over-map>
          {others.join(' · ')}
        </span>
      )}
    </>
  )
}
