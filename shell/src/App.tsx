import { createBrowserRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { SignedInOnly } from './admin-routes/SignedInOnly.tsx';
import { AreaScreens } from './area-screens/AreaScreens.tsx';
import { RoutingError } from './routing-error/RoutingError.tsx';

/**
 * The product, route by route (rules 1.7, 1.9): the login, the staff's desk, and for everything else the
 * public pages. The shell has the only router; what a remote shows is routed below its `*`. New objects for every
 * router, which keeps in them what it has loaded.
 */
export const routes = (): RouteObject[] => [
  {
    ErrorBoundary: RoutingError,
    HydrateFallback: () => null,
    children: [
      { path: '/', lazy: { Component: async () => (await import('./login/SignedOutOnly.tsx')).SignedOutOnly } },
      {
        path: '/admin',
        Component: SignedInOnly,
        children: [
          {
            lazy: { Component: async () => (await import('./admin-layout/AdminLayout.tsx')).AdminLayout },
            children: [
              {
                // Inside the layout once more: what breaks in a screen leaves the menu standing.
                ErrorBoundary: RoutingError,
                children: [
                  {
                    index: true,
                    lazy: { Component: async () => (await import('./dashboard/DashboardScreen.tsx')).DashboardScreen },
                  },
                  { path: '*', element: <AreaScreens area="staff" /> },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', element: <AreaScreens area="public" /> },
    ],
  },
];

const router = createBrowserRouter(routes());

export function App() {
  return <RouterProvider router={router} />;
}
