// The car park of the landing screen, seen from above; its first row is what the sign-in screens keep.
import './car-park.css'
import { letterP } from './Logo.tsx'
import { names } from './names.ts'

type Props = {
  /** `landing` shows kerb, row and lane; `strip` the empty row at the lower edge. */
  part?: 'landing' | 'strip'
  className?: string
}

const firstLine = 20
const bayWidth = 116.67
/** Bays are drawn this far beyond the phone, for wide screens. */
const reach = 12

export function CarParkScene({ part = 'landing', className }: Props) {
  const landing = part === 'landing'
  const top = landing ? 80 : 10
  const lines = Array.from({ length: reach * 2 + 4 }, (_, i) => firstLine + (i - reach) * bayWidth)
  return (
    <svg
      className={names('car-park', `car-park--${part}`, className)}
      viewBox={landing ? '0 0 390 440' : '0 0 390 132'}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <path d={`M-1500 0h3390v${top}h-3390z`} fill="var(--scene-pavement)" />
      {landing && <Pavement />}
      <path d={`M-1500 ${top}h3390v9h-3390z`} fill="var(--scene-kerb)" />
      <path d={`M-1500 ${top + 9}h3390v600h-3390z`} fill="var(--road)" />
      <path d={`M-1500 ${top + 9.5}h3390`} stroke="var(--scene-shade)" strokeWidth="1.5" />
      <g fill="var(--road-line)">
        {lines.map(x => (
          <rect key={x} x={x - 3} y={top + 16} width="6" height="212" rx="1" />
        ))}
      </g>
      <g transform={`translate(146 ${top + 21})`}>
        <rect width="98" height="202" rx="3" fill="var(--sun)" />
        <path
          fill="var(--sun-ink)"
          fillRule="evenodd"
          transform="translate(-21.4 -26.3) scale(2.18 3.947)"
          d={letterP}
        />
      </g>
      {landing && (
        <>
          <path d="M-1450 369h3390" stroke="var(--sun)" strokeWidth="7" strokeDasharray="64 36" />
          <Car paint="white" x={78.5} y={201.5} turned />
          <Car paint="blue" x={311.5} y={206.5} />
        </>
      )}
    </svg>
  )
}

function Pavement() {
  return <path d="M-1500 40h3390M64 0v40M236 0v40M150 40v40M322 40v40" stroke="var(--scene-joint)" strokeWidth="1.5" />
}

type CarProps = { paint: 'white' | 'blue'; x: number; y: number; turned?: boolean }

/** A car from above, its front towards the top unless `turned`; x and y are its middle. */
function Car({ paint, x, y, turned }: CarProps) {
  const body = `var(--scene-${paint})`
  return (
    <g transform={`translate(${x} ${y})`}>
      <ellipse cx="3" cy="4" rx="44" ry="94" fill="var(--scene-shade)" opacity=".5" />
      <g transform={turned ? 'rotate(180)' : undefined}>
        <path d="M-44-60h12v32h-12zM32-60h12v32H32zM-44 36h12v32h-12zM32 36h12v32H32z" fill="var(--scene-tyre)" />
        <path d="M0-90C28-90 38-80 39-50L42 60C41 82 28 90 0 90S-41 82-42 60L-39-50C-38-80-28-90 0-90Z" fill={body} />
        <path d="M-31-24Q0-46 31-24L25 6Q0 0-25 6ZM-27 46Q0 52 27 46L31 66Q0 76-31 66Z" fill="var(--scene-glass)" />
        <rect x="-26" y="8" width="52" height="54" rx="8" fill={`var(--scene-${paint}-roof)`} />
      </g>
    </g>
  )
}
