// The sign of the page that its link opens, as it stands in its street: the plate on a pole, houses behind, bays before it.
import { LogoMark } from '#ui/Logo.tsx'
import { Sign } from '#ui/Sign.tsx'
import { useSignWords } from './words.ts'

const phoneWidth = 390
/** Houses and bays are drawn this often to each side of the phone, for wide screens. */
const repeats = [-2, -1, 0, 1, 2]
const windowRows = [40, 78, 116, 154]
const windows = [14, 40, 308, 336, 364].flatMap(x => windowRows.map(y => ({ x, y })))
const bayLines = [52, 332]

export function StreetSign({ zone }: { zone: string }) {
  const words = useSignWords()
  return (
    <>
      <svg className="street" viewBox={`0 0 ${phoneWidth} 280`} aria-hidden="true">
        <path d="M-1200 210h2790v14h-2790z" fill="var(--scene-pavement)" />
        <path d="M-1200 210h2790v5h-2790z" fill="var(--scene-joint)" />
        <path d="M-1200 224h2790v56h-2790z" fill="var(--road)" />
        {repeats.map(nth => (
          <g key={nth} transform={`translate(${nth * phoneWidth})`}>
            {windows.map(({ x, y }) => (
              <rect key={`${x} ${y}`} x={x} y={y} width="16" height="22" rx="2" fill="var(--map-block)" />
            ))}
            {bayLines.map(x => (
              <rect key={x} x={x} y="224" width="5" height="56" fill="var(--road-line)" />
            ))}
          </g>
        ))}
        <g className="street__pole">
          <ellipse cx="195" cy="216" rx="18" ry="4" fill="var(--scene-shade)" />
          <path d="M191 26h8v190h-8z" fill="var(--line-strong)" />
        </g>
      </svg>
      <div className="street__sign">
        <Sign zone={zone} size="lg" live>
          <span className="street__pay">
            <LogoMark size={34} />
            {words.payHere}
          </span>
        </Sign>
      </div>
    </>
  )
}
