import { comparedFact } from 'shared/declaration/documentMatch';
import styles from './DocumentMatch.module.css';

/** For a document that seems to be another person's: each compared fact, and whether it matches (rules 11.14). */
export function DocumentMatch({ warnings }: { warnings: readonly string[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">Document</th>
          <th scope="col">Order</th>
          <th scope="col">Match</th>
        </tr>
      </thead>
      <tbody>
        {warnings.map((warning) => {
          const fact = comparedFact(warning);
          return fact ? (
            <tr key={warning}>
              <th scope="row">{fact.what}</th>
              <td>
                <bdi>{fact.document}</bdi>
              </td>
              <td>
                <bdi>{fact.order}</bdi>
              </td>
              <td>{fact.matches ? 'Yes' : <b>No</b>}</td>
            </tr>
          ) : (
            <tr key={warning}>
              <td colSpan={4}>
                <bdi>{warning}</bdi>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
