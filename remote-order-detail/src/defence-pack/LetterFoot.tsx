import type { PackLetter } from 'shared/api/defencePackCalls';
import styles from './Letter.module.css';

/** At the foot of the sheet: which pack of which order, when and by whom it was made, the page, and the history's hash. */
export function LetterFoot({ foot: { pack, made, page, hash } }: Pick<PackLetter, 'foot'>) {
  return (
    <footer className={styles.foot}>
      <span>{pack}</span>
      <span dir="auto">{made}</span>
      <span>{page}</span>
      <span className={styles.hash}>{hash}</span>
    </footer>
  );
}
