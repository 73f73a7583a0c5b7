import { useAfter } from 'shared/kit/base';
import controls from './controls.module.css';
import { Note } from './Note.tsx';

const longMs = 10_000;

/** Shows while an answer takes long. The client has no time-out; another try replaces this one (rules 16.48). */
export function SlowNote({ retry }: { retry: () => void }) {
  const isLong = useAfter(true, longMs);
  if (!isLong) return null;
  return (
    <Note kind="info" role="status">
      <p>This is taking longer than usual. We are still waiting.</p>
      <button type="button" className={controls.link} onClick={retry}>
        Try again
      </button>
    </Note>
  );
}
