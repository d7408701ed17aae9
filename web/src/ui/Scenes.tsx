// Drawn scenes on asphalt: the empty bay of an empty screen, the barrier of a failed one.

const lane = (
  <path d="M0 228h355" stroke="var(--sun)" strokeWidth="5" strokeDasharray="40 30" strokeDashoffset="20" fill="none" />
)

export function EmptyBayScene() {
  return (
    <svg viewBox="0 0 355 248" aria-hidden="true">
      <path d="M0 0h355v248H0z" fill="var(--road)" />
      <path d="M0 0h355v17H0z" fill="var(--scene-pavement)" />
      <path d="M0 17h355v7H0z" fill="var(--scene-kerb)" />
      <path d="M60 32v165M295 32v165" stroke="var(--road-line)" strokeWidth="5" />
      <rect
        x="93"
        y="77"
        width="169"
        height="76"
        rx="12"
        fill="none"
        stroke="var(--on-road-2)"
        strokeWidth="2"
        strokeDasharray="8 6"
      />
      {lane}
    </svg>
  )
}

export function Barrier() {
  return (
    <svg viewBox="0 0 355 248" aria-hidden="true">
      <path d="M0 0h355v248H0z" fill="var(--road)" />
      {lane}
      <path
        d="M104 138 91 183M104 138l13 45M252 138l-13 45M252 138l13 45"
        stroke="var(--scene-steel)"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <clipPath id="barrier">
        <rect x="63" y="97" width="229" height="40" rx="6" />
      </clipPath>
      <g clipPath="url(#barrier)">
        <path d="M63 97h229v40H63z" fill="var(--road-line)" />
        {[0, 1, 2, 3, 4, 5].map(i => (
          <path key={i} d={`M${42 + i * 52} 97h26l-26 40h-26z`} fill="var(--scene-tail)" />
        ))}
      </g>
      {[91, 264].map(x => (
        <g key={x}>
          <path d={`M${x - 4} 90h8v8h-8z`} fill="var(--scene-steel)" />
          <circle cx={x} cy="85" r="10" fill="var(--sun)" />
        </g>
      ))}
    </svg>
  )
}
