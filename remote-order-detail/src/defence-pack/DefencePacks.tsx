import { useState } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { Opened } from 'shared/desk';
import type { Packs } from './usePacks.ts';

const loadPack = () => import('./PackDialog.tsx');
const loadDetails = () => import('./TransactionDialog.tsx');

/** The dialogs of a dispute. The form lies over the pack. */
export function DefencePacks({ order, packs }: { order: OrderDetails; packs: Packs }) {
  const { pack, closePack, details, openDetails, closeDetails } = packs;
  const [last, setLast] = useState(pack);
  if (pack && pack !== last) setLast(pack);
  return (
    <>
      <Opened load={loadPack} open={pack !== null} onFailed={closePack}>
        {({ PackDialog }, open) =>
          last && (
            <PackDialog
              key={last}
              order={order}
              defencePackType={last}
              open={open}
              onDetails={openDetails}
              onClose={closePack}
            />
          )
        }
      </Opened>
      <Opened load={loadDetails} open={details} onFailed={closeDetails}>
        {({ TransactionDialog }, open) => <TransactionDialog order={order} open={open} onClose={closeDetails} />}
      </Opened>
    </>
  );
}
