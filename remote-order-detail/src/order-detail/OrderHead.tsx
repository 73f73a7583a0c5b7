import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { OrderDetails } from 'shared/api/orderDetails';
import { sectionsOf } from 'shared/declaration/sections';
import { BidiName, IconButton, StatusPill, Tooltip } from 'shared/kit';
import { productTitle, useScreenHeading } from 'shared/kit/base';
import { OrderMeta } from './OrderMeta.tsx';
import { SectionTabs } from './SectionTabs.tsx';
import { OrderStepper } from './stepping/OrderStepper.tsx';
import { useWayBack } from './useWayBack.ts';
import styles from './OrderHead.module.css';

interface OrderHeadProps {
  order: OrderDetails;
  /** The one filled button. */
  button: ReactNode;
}

/** What stays while the order scrolls: who it is about and its status, who has it and when it is due, and its sections. */
export function OrderHead({ order, button }: OrderHeadProps) {
  const heading = useScreenHeading(`${order.order_id} ${order.full_name}, ${productTitle}`);
  const back = useWayBack(order.order_id, order);

  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <Tooltip describeChild title={`Back to ${back.title} (U)`}>
          <IconButton
            component={Link}
            to={back.path}
            state={{ left: order.order_id }}
            aria-label={`Back to ${back.title}`}
            aria-keyshortcuts="U"
            className={styles.back}
          >
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </Tooltip>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          <span className={styles.id}>{order.order_id}</span> <BidiName name={order.full_name} />
        </h1>
        <StatusPill status={order.process_status} />
        <OrderStepper />
        <div className={styles.button}>{button}</div>
      </div>
      <OrderMeta order={order} />
      <SectionTabs sections={sectionsOf(order)} order={order} />
    </header>
  );
}
