import type { PackLetter } from 'shared/api/defencePackCalls';
import styles from './Letter.module.css';

/** What happened when, with the exhibit that shows it, and where each exhibit is. */
export function LetterTables({ letter: { timelineTitle, timeline, folded, exhibits } }: { letter: PackLetter }) {
  return (
    <>
      <h4>{timelineTitle}</h4>
      <table className={styles.timeline}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What happened</th>
            <th scope="col">Recorded by</th>
            <th scope="col">Exhibit</th>
          </tr>
        </thead>
        <tbody>
          {timeline.map(({ when, what, recordedBy, exhibit }, index) => (
            <tr key={index}>
              <td>{when}</td>
              <td dir="auto">{what}</td>
              <td dir="auto">{recordedBy}</td>
              <td>{exhibit && <span className={styles.exhibit}>{exhibit}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {folded && <p className={styles.folded}>{folded}</p>}
      <h4>Exhibits</h4>
      <table className={styles.exhibits}>
        <thead>
          <tr>
            <th scope="col">Letter</th>
            <th scope="col">What it shows</th>
            <th scope="col">Pages</th>
          </tr>
        </thead>
        <tbody>
          {exhibits.map(({ letter, title, from, to }) => (
            <tr key={letter}>
              <td>
                <span className={styles.exhibit}>{letter}</span>
              </td>
              <th scope="row">{title}</th>
              <td>{from === to ? `page ${from}` : `pages ${from} to ${to}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
