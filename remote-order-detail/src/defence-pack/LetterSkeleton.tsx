import styles from './LetterSkeleton.module.css';

/** How many bars stand for each part of the letter. */
const parts = { title: 2, facts: 12, summary: 5, timeline: 9, exhibits: 6 } as const;

/** The sheet while its letter is on its way: bars where its parts will be. */
export function LetterSkeleton() {
  return (
    <div className={styles.sheet} data-theme="light" data-testid="skeleton" aria-hidden>
      {Object.entries(parts).map(([part, bars]) => (
        <div key={part} className={part === 'facts' ? styles.facts : styles.part}>
          {Array.from({ length: bars }, (_, index) => (
            <span key={index} className={styles.bar} />
          ))}
        </div>
      ))}
    </div>
  );
}
