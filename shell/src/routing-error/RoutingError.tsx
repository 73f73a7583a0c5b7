import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router-dom';
import { Button } from 'shared/kit/base';
import classes from '../not-found/Blank.module.css';

/** The library's default screen on a routing error, with its heading (rules 6.10) and a way back. */
export function RoutingError() {
  const error = useRouteError();
  const inAdmin = useLocation().pathname.startsWith('/admin');
  return (
    <div className={classes.blank} role="alert">
      <h1 className={classes.heading}>Unexpected Application Error!</h1>
      <p className={classes.sentence}>{messageOf(error)}</p>
      <Button className={classes.way} variant="contained" component={Link} to={inAdmin ? '/admin' : '/'}>
        {inAdmin ? 'Go to Dashboard' : 'Go to the start page'}
      </Button>
    </div>
  );
}

function messageOf(error: unknown) {
  if (isRouteErrorResponse(error)) return error.statusText;
  return error instanceof Error ? error.message : 'Something went wrong while this page was built.';
}
