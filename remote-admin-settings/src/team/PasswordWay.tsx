import { useId } from 'react';
import styles from './MemberForm.module.css';

/** The way a member gets a password: it is typed here, or the member chooses it by a link. */
export type Way = 'link' | 'set';

const ways: readonly (readonly [Way, string])[] = [
  ['set', 'Set a password'],
  ['link', 'Send a link to choose a password'],
];

/** The choice between the two. */
export function PasswordWay({ way, onWay }: { way: Way; onWay: (way: Way) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.ways}>
      <legend>How they get their password</legend>
      {ways.map(([value, label]) => (
        <label key={value} className={styles.way}>
          <input type="radio" name={name} value={value} checked={way === value} onChange={() => onWay(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
