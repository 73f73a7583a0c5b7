import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import controls from '../layout/controls.module.css';
import { PageHeading, showNoOrder } from '../layout/CustomerLayout.tsx';

/** An address that is none of ours, with the one way on that every customer needs. */
export function NotFoundScreen() {
  useEffect(() => showNoOrder(), []);
  return (
    <>
      <PageHeading>Page not found</PageHeading>
      <p className={controls.lead}>There is no page at this address. Check it for a missing or extra character.</p>
      <p className={controls.action}>
        <Link className={controls.link} to="/track-order">
          Track your order
        </Link>
      </p>
    </>
  );
}
