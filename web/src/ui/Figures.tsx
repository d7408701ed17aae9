// Figures with small units: "1 h 12 min left". The words come from the screen that shows them.
import './figures.css'
import { Spoken } from './Spoken.tsx'

type Props = {
  /** ["1", "h"], ["12", "min"]. */
  parts: readonly (readonly [figure: string, unit: string])[]
  /** After the figures, as small as a unit: "left". */
  after?: string
  /** `m` on home, `l` in the picker. */
  size?: 'm' | 'l'
}

export function Figures({ parts, after, size = 'm' }: Props) {
  return (
    <span className={`figures figures--${size}`}>
      <Spoken text={[...parts.flat(), after].filter(Boolean).join(' ')}>
        {parts.map(([figure, unit]) => (
          <span key={unit} className="nb">
            <b>{figure}</b> <small>{unit}</small>{' '}
          </span>
        ))}
        {after && <small>{after}</small>}
      </Spoken>
    </span>
  )
}
