import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { orderSiteCall } from 'shared/api/orderSiteCall';
import { hasExpiredLink } from 'shared/rules/deadLink';
import { Note } from 'shared/kit/base';
import { customerSend, orderAccess } from '../orderAccess.ts';
import controls from '../layout/controls.module.css';
import { PageHeading, showNoOrder, useShownOrder } from '../layout/CustomerLayout.tsx';
import { TrackOrderForm } from './TrackOrderForm.tsx';

/** Where a customer finds their order: rules 16.1. */
export function TrackOrderScreen() {
  const { orderId = '' } = useParams();
  const { search } = useLocation();
  const { contact } = useShownOrder((shown) => shown.domain);

  // The site that the order came from, whether or not there is one: brand, footer and Contact Support are its.
  useEffect(() => {
    const { landingDomain } = orderAccess(orderId);
    showNoOrder(landingDomain);
    if (landingDomain || !orderId) return;
    const asking = new AbortController();
    customerSend(orderId)(orderSiteCall, { orderId }, { signal: asking.signal }).then(
      ({ data }) => showNoOrder(data.landing_domain),
      // The default site stands there already.
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
