import type { PackLetter } from 'shared/api/defencePackCalls';
import { LetterFoot } from './LetterFoot.tsx';
import { LetterTables } from './LetterTables.tsx';
import { useFit } from './useFit.ts';
import styles from './Letter.module.css';

/** The letter, which is page 1 of the pack's PDF: the same texts in the same order. Paper is white in every theme. */
export function Letter({ letter }: { letter: PackLetter }) {
  const sheet = useFit(letter);
  return (
    <article ref={sheet} className={styles.sheet} data-theme="light" lang="en">
      <header className={styles.head}>
        <div>
          <p className={styles.kind}>{letter.kind}</p>
          <h3>{letter.title}</h3>
        </div>
        <p className={styles.order}>
          Order <b>{letter.order_id}</b>
        </p>
      </header>
      <h4>Dispute</h4>
      <dl className={styles.facts}>
        {letter.facts.map(({ label, said }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{said}</dd>
          </div>
        ))}
      </dl>
      <h4>Summary</h4>
      <ol className={styles.summary}>
        {letter.summary.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
      <LetterTables letter={letter} />
      <LetterFoot foot={letter.foot} />
    </article>
  );
}
