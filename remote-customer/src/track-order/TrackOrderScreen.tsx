import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router';
import { orderSiteCall } from 'shared/api/orderSiteCall';
import { hasExpiredLink } from 'shared/rules/expiredLink';
import { Note } from 'shared/kit/base';
import { customerSend, orderAccess } from '../orderAccess.ts';
import controls from '../layout/controls.module.css';
import { PageHeading, hideOrder, useShownOrder } from '../layout/CustomerLayout.tsx';
import { TrackOrderForm } from './TrackOrderForm.tsx';

/** The tracking form: rules 16.1. */
export function TrackOrderScreen() {
  const { orderId = '' } = useParams();
  const { search } = useLocation();
  const { contact } = useShownOrder((shown) => shown.domain);

  // Show brand, footer and Contact Support of the order's site, even for an unknown id.
  useEffect(() => {
    const { landingDomain } = orderAccess(orderId);
    hideOrder(landingDomain);
    if (landingDomain || !orderId) return;
    const asking = new AbortController();
    customerSend(orderId)(orderSiteCall, { orderId }, { signal: asking.signal }).then(
      ({ data }) => hideOrder(data.landing_domain),
      // After an error, the default site stays.
      () => undefined,
    );
    return () => asking.abort();
  }, [orderId]);

  return (
    <>
      <PageHeading>Track your order</PageHeading>
      <p className={controls.lead}>See where your travel declaration is, and download it when it is ready.</p>
      <TrackOrderForm key={orderId} orderId={orderId} />
      {hasExpiredLink(search) && (
        <Note kind="info">Your download link has expired. Track your order, then press Download document.</Note>
      )}
      <p className={controls.action}>
        <a className={controls.link} href={contact}>
          Contact Support
        </a>
      </p>
    </>
  );
}
