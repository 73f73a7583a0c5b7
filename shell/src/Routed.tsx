import { useState } from 'react';
import { RouterProvider, type createBrowserRouter } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * Draws what a router has arrived at. Without transitions: a screen that is there is drawn with the key or the click that
 * goes to it. A transition waits for the browser's next frame and is drawn in turns, which is a third of Back.
 */
export function Routed({ router }: { router: Router }) {
  const [arriving] = useState(() => arrivalsOf(router));
  return <RouterProvider router={arriving} useTransitions={false} />;
}

/**
 * The router without what it says while it is on its way, which nobody here shows: each time, all that is routed would be
 * drawn once more before the screen itself.
 */
function arrivalsOf(router: Router): Router {
  return Object.create(router, {
    subscribe: {
      value: ((tell) =>
        router.subscribe((state, how) => {
          if (state.navigation.state === 'idle') tell(state, how);
        })) satisfies Router['subscribe'],
    },
  });
}
