/** Rings of a radar and a dotted approach that ends on the ground: decoration. */
export function ArrivalArt({ className }: { className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 306 260"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <g stroke="var(--ad-palette-brandBar-text)" strokeOpacity=".13">
        {[60, 105, 150, 195, 240, 285].map((radius) => (
          <circle key={radius} cx="306" cy="262" r={radius} />
        ))}
      </g>
      <g stroke="var(--ad-palette-signal)">
        <path d="M-40 96C70 76 190 128 246 226" strokeWidth="2" strokeDasharray="1 7" />
        <path d="m232 219 14.500 8.500 3-16.500" strokeWidth="2.5" />
      </g>
      <path d="M196 240h96" stroke="var(--ad-palette-brandBar-text)" strokeWidth="2.5" />
    </svg>
  );
}
