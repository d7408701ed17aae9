// The drawn barrier of a failed screen.

// lanes extend beyond the view box, for wide screens
export const Lane = ({ y }: { y: number }) => (
  <path d={`M-1050 ${y}h2450`} stroke="var(--sun)" strokeWidth="5" strokeDasharray="40 30" strokeDashoffset="20" />
)

export function Barrier() {
  return (
    <svg viewBox="0 0 358 250" aria-hidden="true">
      <path d="M-1050 0h2450v250h-2450z" fill="var(--road)" />
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
