/** The product's mark. `signal`: yellow, for dark backgrounds. */
export function BrandMark({ size = 28, signal = false }: { size?: number; signal?: boolean }) {
  const ground = signal ? 'signal' : 'brandBar-background';
  const arrow = signal ? 'onSignal' : 'signal';
  const line = signal ? 'onSignal' : 'brandBar-text';
  const colour = (name: string) => `var(--ad-palette-${name})`;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 28 28"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <rect width="28" height="28" rx="7" fill={colour(ground)} />
      <path d="M8 7l9.6 9.6M18 9.4v7.4h-7.4" stroke={colour(arrow)} strokeWidth="2.6" />
      <path d="M8 21.2h12" stroke={colour(line)} strokeWidth="2.2" />
    </svg>
  );
}
