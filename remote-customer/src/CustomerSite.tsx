import { lazy, type ComponentType } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { Toaster } from 'shared/desk';
import { customerRoutes, screensAtHand } from './customerRoutes.ts';
import { CustomerLayout } from './layout/CustomerLayout.tsx';
import { PageBoundary } from './layout/PageBoundary.tsx';
import { TranslateWidget } from './layout/TranslateWidget.tsx';

// One per screen, not per route: `/track-order` and `/track-order/1` are one page, which keeps what was typed.
const screens = new Map<() => Promise<ComponentType>, ComponentType>(
  customerRoutes.map(({ load }) => [load, screensAtHand.get(load) ?? lazy(async () => ({ default: await load() }))]),
);

/** The public origin's pages: rules 1.8, 1.10. */
export function CustomerSite() {
  return (
    <CustomerLayout language={<TranslateWidget />} toasts={<Toaster stay />}>
      <PageBoundary place={useLocation().pathname}>
        <Routes>
          <Route path="/" element={<Navigate to="/track-order" replace />} />
          {customerRoutes.map(({ path, load }) => {
            const Screen = screens.get(load)!;
            return <Route key={path} path={path} element={<Screen />} />;
          })}
        </Routes>
      </PageBoundary>
    </CustomerLayout>
  );
}
