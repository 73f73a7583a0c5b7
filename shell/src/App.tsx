import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { SignedInOnly } from './admin-routes/SignedInOnly.tsx';
import type { Area } from 'shared/remote/remoteDescriptor';
import { AreaScreens } from './area-screens/AreaScreens.tsx';
import { asksForScreen, screenLoader } from './area-screens/screenLoader.ts';
import { passwordLinkPath } from 'shared/rules/team';
import { Routed } from './Routed.tsx';
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
            children: [
              {
                // Inside the layout once more: what breaks in a screen leaves the menu standing.
                ErrorBoundary: RoutingError,
                children: [
                  {
                    index: true,
                    lazy: {
                      Component: async () =>
                        (await import(/* webpackChunkName: 'dashboard' */ './dashboard/DashboardScreen.tsx'))
                          .DashboardScreen,
                    },
                  },
                  screens('staff'),
                ],
              },
            ],
          },
        ],
      },
      screens('public'),
    ],
  },
];

/** The screens of the remotes of an area; the router waits for them. */
function screens(area: Area): RouteObject {
  return {
    path: '*',
    loader: screenLoader(area),
    shouldRevalidate: asksForScreen,
    element: <AreaScreens area={area} />,
  };
}

const router = createBrowserRouter(routes());

/** Resolves when the router has the first screen: until then what the page's own HTML shows stays. */
export const routed = new Promise<void>((done) => {
  if (router.state.initialized) return done();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    done();
  });
});

export function App() {
  return <Routed router={router} />;
}
