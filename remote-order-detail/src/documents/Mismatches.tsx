import { mismatchIn } from 'shared/declaration/documentMatch';
import styles from './Mismatches.module.css';

/** A table of the fields in which a document differs from its order. */
export function Mismatches({ warnings }: { warnings: readonly string[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">Document</th>
          <th scope="col">Order</th>
        </tr>
      </thead>
      <tbody>
        {warnings.map((warning) => {
          const mismatch = mismatchIn(warning);
          return mismatch ? (
            <tr key={warning}>
              <th scope="row">{mismatch.what}</th>
              <td>
                <bdi>{mismatch.document}</bdi>
              </td>
              <td>
                <bdi>{mismatch.order}</bdi>
              </td>
            </tr>
          ) : (
            <tr key={warning}>
              <td colSpan={3}>
                <bdi>{warning}</bdi>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
