// The car park of the landing screen, seen from above; the sign-in screens show its first row.
import './car-park.css'
import { letterP } from './Logo.tsx'

const firstLine = 20
const bayWidth = 116.67
/** Bays are drawn this far beyond the phone, for wide screens. */
const outerBays = 12

/** `landing` shows kerb, row and lane; `strip` the empty row at the lower edge. */
export function CarParkScene({ part }: { part: 'landing' | 'strip' }) {
  const landing = part === 'landing'
  const top = landing ? 80 : 10
  const lines = Array.from({ length: outerBays * 2 + 4 }, (_, i) => firstLine + (i - outerBays) * bayWidth)
  return (
    <svg
      className={`car-park car-park--${part}`}
      viewBox={landing ? '0 0 390 440' : '0 0 390 132'}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <path d={`M-1500 0h3390v${top}h-3390z`} fill="var(--scene-pavement)" />
      {landing && <Pavement />}
      <path d={`M-1500 ${top}h3390v9h-3390z`} fill="var(--scene-kerb)" />
      <path d={`M-1500 ${top + 10}h3390v600h-3390z`} fill="var(--road)" />
      <path d={`M-1500 ${top + 9.5}h3390`} stroke="var(--scene-kerb-edge)" />
      <path d={`M-1500 ${top + 10.5}h3390`} stroke="var(--scene-shade)" />
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
          <path d="M-1414 369h3390" stroke="var(--sun)" strokeWidth="7" strokeDasharray="64 36" />
          <Car paint="white" x={78.5} y={201.9} turned />
          <Car paint="blue" x={311.5} y={206.8} />
        </>
      )}
    </svg>
  )
}

function Pavement() {
  return <path d="M-1500 40h3390M64 0v40M236 0v40M150 40v40M322 40v40" stroke="var(--scene-joint)" strokeWidth="1.5" />
}

type CarProps = { paint: 'white' | 'blue'; x: number; y: number; turned?: boolean }

const body =
  'M0-90.5C22-90.5 36.5-84 38-60L41.2.5 38.6 67C37.5 84 22 90.5 0 90.5S-37.5 84-38.6 67L-41.2.5-38-60C-36.5-84-22-90.5 0-90.5Z'
const windows = 'M-31.2-34.6Q0-50.4 31.2-34.6L26.2-6.8Q0-13.8-26.2-6.8ZM-25.6 51Q0 46 25.6 51L30 67.4Q0 77.4-30 67.4Z'
/** The left side; the right one is its mirror. */
const side = {
  mirror: 'M-41.8-27.9H-47.4Q-49.9-27.9-49.9-25.4V-20.7L-40.6-18.4Z',
  window: 'M-34-27.5-29.6-4V44.8L-34.8 60.5Q-37.8 15-34-27.5Z',
  lamp: 'M-33.3-74.5Q-29-82-21-84.4L-24-76.5Z',
  tail: 'M-34.5 78-22.9 79-21.1 86.1Q-29.5 84-34.5 78Z',
  crease: 'M-19.8-85.3Q-24.5-65-26.7-44',
}

/** A car from above, its front towards the top unless `turned`; x and y are its middle. */
function Car({ paint, x, y, turned }: CarProps) {
  const colour = `var(--scene-${paint})`
  return (
    <g transform={`translate(${x} ${y})${turned ? ' rotate(180)' : ''}`}>
      <rect x="-37" y="-86" width="82" height="181" rx="30" fill="var(--scene-shade)" />
      {[-60.3, 35].map(top => (
        <g key={top} fill="var(--scene-tyre)">
          <rect x="-44" y={top} width="20" height="32.3" rx="3" />
          <rect x="24" y={top} width="20" height="32.3" rx="3" />
        </g>
      ))}
      <path d={body} fill={colour} />
      {[1, -1].map(mirrored => (
        <g key={mirrored} transform={`scale(${mirrored} 1)`}>
          <path d={side.mirror} fill={colour} />
          <path d={side.window} fill="var(--scene-glass)" />
          <path d={side.lamp} fill="var(--scene-lamp)" />
          <path d={side.tail} fill="var(--scene-tail)" />
          <path d={side.crease} fill="none" stroke="var(--scene-shade)" strokeWidth="1.5" opacity=".6" />
        </g>
      ))}
      <path d={windows} fill="var(--scene-glass)" />
      <rect x="-26.2" y="-6.8" width="52.4" height="53.2" rx="8.5" fill={`var(--scene-${paint}-roof)`} />
    </g>
  )
}
