import { createBrowserRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { passwordLinkPath } from 'shared/rules/team';
import { RoutingError } from './blank/BlankPage.tsx';
import { SignedInOnly } from './login/SignedInOnly.tsx';
import { addScreens, screensOf } from './remotes/remoteRoutes.tsx';

/**
 * The product, route by route (rules 1.7, 1.9): the login, the staff's desk, and for everything else the public pages. The
 * screens of the remotes are added as they are asked for (`addScreens`). New objects for every router, which keeps in them
 * what it has loaded.
 */
export const routes = (): RouteObject[] => [
  {
    ErrorBoundary: RoutingError,
    HydrateFallback: () => null,
    children: [
      {
        path: '/',
        lazy: {
          Component: async () =>
            (await import(/* webpackChunkName: 'sign-in' */ './login/SignedOutOnly.tsx')).SignedOutOnly,
        },
      },
      {
        path: passwordLinkPath,
        lazy: {
          Component: async () =>
            (await import(/* webpackChunkName: 'choose-password' */ './login/ChoosePasswordScreen.tsx'))
              .ChoosePasswordScreen,
        },
      },
      {
        path: '/admin',
        Component: SignedInOnly,
        children: [
          {
            lazy: {
              Component: async () =>
                (await import(/* webpackChunkName: 'layout' */ './admin-layout/AdminLayout.tsx')).AdminLayout,
            },
            children: screensOf('staff', {
              index: true,
              lazy: {
                Component: async () =>
                  (await import(/* webpackChunkName: 'dashboard' */ './dashboard/DashboardScreen.tsx')).DashboardScreen,
              },
            }),
          },
        ],
      },
      ...screensOf('public'),
    ],
  },
];

const router = createBrowserRouter(routes(), { patchRoutesOnNavigation: addScreens });

/** Resolves when the router has the first screen: until then what the page's own HTML shows stays. */
export const routed = new Promise<void>((done) => {
  if (router.state.initialized) return done();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    done();
  });
});

/** Without transitions: a loaded screen renders with the key or click that goes to it, not from the next frame on. */
export function App() {
  return <RouterProvider router={router} useTransitions={false} />;
}
