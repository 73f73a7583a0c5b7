// What of react-router the apps may use, and so what shell and remotes share: all of it would be twice as big. A name that
// is missing is added here; lint keeps others out (eslint.config.mjs). `whole-react-router` is the package itself. The shell's
// screens are not told while the router is on its way (Routed.tsx): useNavigation, useFetcher and useBlocker would not work.
export {
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  Outlet,
  Route,
  RouterProvider,
  Routes,
  UNSAFE_LocationContext,
  UNSAFE_RouteContext,
  createBrowserRouter,
  isRouteErrorResponse,
  matchPath,
  matchRoutes,
  useLoaderData,
  useLocation,
  useMatch,
  useNavigate,
  useNavigationType,
  useParams,
  useRevalidator,
  useRouteError,
  useRoutes,
  useSearchParams,
} from 'whole-react-router';
