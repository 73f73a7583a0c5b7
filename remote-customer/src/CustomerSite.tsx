import { type ComponentType, lazy, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { Toaster } from 'shared/desk';
import { ErrorBoundary } from 'shared/kit/base';
import { customerRoutes, trackOrder } from './customerRoutes.ts';
import { CustomerLayout, PageHeading } from './layout/CustomerLayout.tsx';
import controls from './layout/controls.module.css';
import { dismissToast } from './layout/feedback.tsx';
import { TranslateWidget } from './layout/TranslateWidget.tsx';
import { TrackOrderScreen } from './track-order/TrackOrderScreen.tsx';

const lazyScreens = () =>
  customerRoutes.map(({ path, load }) => {
    const Screen: ComponentType =
      load === trackOrder ? TrackOrderScreen : lazy(async () => ({ default: await load() }));
    return <Route key={path} path={path} element={<Screen />} />;
  });
let screens = lazyScreens();

function recover() {
  // A `lazy` component that failed to load keeps failing, so create new ones for the next visit.
  screens = lazyScreens();
  // The toast is about the page that failed to load.
  dismissToast();
}

/** The pages of the public origin: rules 1.8, 1.10. */
export function CustomerSite() {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  useEffect(() => {
    // After Back, a toast would be about the page that was left.
    if (navigation === 'POP') dismissToast();
  }, [pathname, navigation]);

  return (
    <CustomerLayout language={<TranslateWidget />} toasts={<Toaster stay />}>
      <ErrorBoundary resetKey={pathname} fallback={() => <BrokenPage />} onCatch={recover}>
        <Routes>
          <Route path="/" element={<Navigate to="/track-order" replace />} />
          {screens}
        </Routes>
      </ErrorBoundary>
    </CustomerLayout>
  );
}

/** Shown instead of a page that threw or, more often, failed to load. */
function BrokenPage() {
  return (
    <div role="alert">
      <PageHeading>This page could not be shown</PageHeading>
      <p className={controls.lead}>Nothing is lost. Check your connection, then reload the page.</p>
      <p className={controls.action}>
        <button type="button" className={controls.filled} onClick={() => window.location.reload()}>
          Reload the page
        </button>
      </p>
    </div>
  );
}
