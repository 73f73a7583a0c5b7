import type { PackLetter } from 'shared/api/defencePackCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { listDay } from 'shared/format/dates';
import { BidiName } from 'shared/kit';
import { Button } from 'shared/kit/base';
import type { DefencePackType } from 'shared/rules/defencePacks';
import { fileSize } from '../documents/fileSize.ts';
import { PackReadiness } from './PackReadiness.tsx';
import styles from './PackAbout.module.css';

interface PackAboutProps {
  order: OrderDetails;
  defencePackType: DefencePackType;
  /** Undefined: it is on its way, or did not come. */
  letter: PackLetter | undefined;
  onDetails: () => void;
}

/** Beside the letter: whether the pack is ready, its exhibits, and what it is made from. It scrolls by keys. */
export function PackAbout({ order, defencePackType, letter, onDetails }: PackAboutProps) {
  return (
    <aside className={styles.about} aria-label="About this pack" tabIndex={0}>
      <h3>Ready to send?</h3>
      <PackReadiness orderId={order.order_id} defencePackType={defencePackType} />
      {!(order.transaction_id && order.merchant_name) && (
        <Button variant="outlined" size="tiny" aria-haspopup="dialog" className={styles.enter} onClick={onDetails}>
          Enter Transaction Details
        </Button>
      )}
      {letter && (
        <>
          <h3>Exhibits</h3>
          <ol className={styles.exhibits}>
            {letter.exhibits.map(({ letter: name, title, from, to }) => (
              <li key={name}>
                <span className={styles.name}>{name}</span>
                <span className={styles.title}>{title}</span>
                <span className={styles.pages}>p. {from === to ? from : `${from}–${to}`}</span>
              </li>
            ))}
          </ol>
          <h3>Made from</h3>
          <p>The order’s own history, which nobody can edit. Making this pack is recorded there too.</p>
          <p className={styles.made}>
            {letter.pages} {letter.pages === 1 ? 'page' : 'pages'}, {fileSize(letter.size)}.{' '}
            {letter.last_made ? (
              <>
                Last made {listDay(letter.last_made.at)} by <BidiName name={letter.last_made.by} />.
              </>
            ) : (
              'Not made yet.'
            )}
          </p>
        </>
      )}
    </aside>
  );
}
