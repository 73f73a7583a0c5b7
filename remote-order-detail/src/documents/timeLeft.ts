/**
 * How long an upload will still take at the speed it has had so far: '4 s left', '2 min left'; null as long as nothing can
 * be told, and when all bytes are gone. `elapsed` is in milliseconds.
 */
export function timeLeft(sent: number, total: number, elapsed: number): string | null {
  if (sent <= 0 || sent >= total || elapsed < 300) return null;
  const seconds = Math.ceil(((total - sent) / sent) * (elapsed / 1000));
  return seconds < 90 ? `${seconds} s left` : `${Math.round(seconds / 60)} min left`;
}
