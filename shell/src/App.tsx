import { createBrowserRouter, RouterProvider, type RouteObject } from 'react-router';
import { passwordLinkPath } from 'shared/rules/team';
import { RoutingError } from './BlankPage.tsx';
import { SignedInOnly } from './login/SignedInOnly.tsx';
import { addRemoteRoutes, areaRoutes } from './remotes/remoteRoutes.tsx';

/**
 * The shell's own routes (rules 1.7, 1.9): sign-in, staff and public pages. `addRemoteRoutes` adds the remotes' routes.
 * Returns new objects for every router, because routers mutate them.
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
            (await import(/* webpackChunkName: 'sign-in' */ './login/LoginScreen.tsx')).SignedOutOnly,
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
            children: areaRoutes('staff', {
              index: true,
              lazy: {
                Component: async () =>
                  (await import(/* webpackChunkName: 'dashboard' */ './dashboard/DashboardScreen.tsx')).DashboardScreen,
              },
            }),
          },
        ],
      },
      ...areaRoutes('public'),
    ],
  },
];

const router = createBrowserRouter(routes(), { patchRoutesOnNavigation: addRemoteRoutes });

/** Resolves once the first route has loaded; the static HTML stays until then. */
export const routerReady = new Promise<void>((done) => {
  if (router.state.initialized) return done();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    done();
  });
});

/** Without transitions, a loaded screen renders in the same frame as the click. */
export function App() {
  return <RouterProvider router={router} useTransitions={false} />;
}
