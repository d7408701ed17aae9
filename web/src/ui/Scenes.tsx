// Drawn scenes on asphalt: the empty bay of an empty screen, the barrier of a failed one.

const Lane = ({ y }: { y: number }) => (
  <path d={`M0 ${y}h358`} stroke="var(--sun)" strokeWidth="5" strokeDasharray="40 30" strokeDashoffset="20" />
)

export function EmptyBayScene() {
  return (
    <svg viewBox="0 0 358 250" aria-hidden="true">
      <path d="M0 0h358v250H0z" fill="var(--road)" />
      <path d="M0 0h358v17H0z" fill="var(--scene-pavement)" />
      <path d="M0 17h358v7H0z" fill="var(--scene-kerb)" />
      <path d="M61 32v166M297.5 32v166" stroke="var(--road-line)" strokeWidth="5" />
      <rect
        x="94.5"
        y="78"
        width="169"
        height="76"
        rx="12"
        fill="none"
        stroke="var(--on-road-2)"
        strokeWidth="2"
        strokeDasharray="7 6"
      />
      <Lane y={228} />
    </svg>
  )
}

export function Barrier() {
  return (
    <svg viewBox="0 0 358 250" aria-hidden="true">
      <path d="M0 0h358v250H0z" fill="var(--road)" />
      <Lane y={216} />
      <path
        d="M103 138 92 184M105.5 138l11 46M253 138l-11 46M255.5 138l11 46"
        fill="none"
        stroke="var(--scene-steel)"
        strokeWidth="6"
        strokeLinecap="round"
      />
      {[92, 266].map(x => (
        <circle key={x} cx={x} cy="85.5" r="10" fill="var(--sun)" />
      ))}
      <clipPath id="barrier">
        <rect x="64" y="98" width="230" height="40" rx="6" />
      </clipPath>
      <g clipPath="url(#barrier)">
        <path d="M64 98h230v40H64z" fill="var(--road-line)" />
        {[79.5, 131.5, 183.5, 235.5, 287.5].map(x => (
          <path key={x} d={`M${x} 98h26l-26 40h-26z`} fill="var(--scene-tail)" />
        ))}
      </g>
      {[92, 266].map(x => (
        <path key={x} d={`M${x - 4} 92h8v7.5h-8z`} fill="var(--scene-steel)" />
      ))}
    </svg>
  )
}
