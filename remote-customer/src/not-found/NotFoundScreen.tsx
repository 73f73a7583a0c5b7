import { useEffect } from 'react';
import { Link } from 'react-router';
import controls from '../layout/controls.module.css';
import { PageHeading, clearLayoutOrder } from '../layout/CustomerLayout.tsx';

export function NotFoundScreen() {
  useEffect(() => clearLayoutOrder(), []);
  return (
    <>
      <PageHeading>Page not found</PageHeading>
      <p className={controls.lead}>This page doesn’t exist. Check the address.</p>
      <p className={controls.action}>
        <Link className={controls.filled} to="/track-order">
          Track your order
        </Link>
      </p>
    </>
  );
}
