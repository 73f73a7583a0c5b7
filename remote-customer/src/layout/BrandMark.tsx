/** The mark: an arrival arrow on signal yellow. */
export function BrandMark() {
  return (
    <svg width="32" height="32" viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="7" fill="var(--ad-palette-signal)" />
      <g fill="none" stroke="var(--ad-palette-onSignal)" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8 7l9.6 9.6M18 9.4v7.4h-7.4" strokeWidth="2.6" />
        <path d="M8 21.2h12" strokeWidth="2.2" />
      </g>
    </svg>
  );
}
