/** Pages of the shell that have nothing to show: why, and the way on. */
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router-dom';
import { Button, useScreenHeading } from 'shared/kit/base';
import { whoMay, type Action } from 'shared/rules/permissions';
import classes from './BlankPage.module.css';

/** An address that no screen has. */
export function NotFound() {
  return (
    <BlankPage
      heading="Page not found"
      sentence="Nothing is at this address. It may have been typed wrongly, or the page is gone."
    />
  );
}

/** A screen that was opened by its address without the right to it: says who has the right. */
export function Forbidden({ needs }: { needs: Action }) {
  return (
    <BlankPage heading="You may not open this page" sentence={`${whoMay(needs)} may. If you need it, ask an Admin.`} />
  );
}

/** The library's default screen on a routing error, with its heading (rules 6.10) and a way back. */
export function RoutingError() {
  const error = useRouteError();
  return (
    <div className={classes.blank} role="alert">
      <h1 className={classes.heading}>Unexpected Application Error!</h1>
      <p className={classes.sentence}>{messageOf(error)}</p>
      <WayOn />
    </div>
  );
}

function messageOf(error: unknown) {
  if (isRouteErrorResponse(error)) return error.statusText;
  return error instanceof Error ? error.message : 'Something went wrong while this page was built.';
}

/** Takes the title and the focus, as every screen does. */
function BlankPage({ heading, sentence }: { heading: string; sentence: string }) {
  const title = useScreenHeading();
  return (
    <div className={classes.blank}>
      <h1 className={classes.heading} ref={title} tabIndex={-1}>
        {heading}
      </h1>
      <p className={classes.sentence}>{sentence}</p>
      <WayOn />
    </div>
  );
}

function WayOn() {
  const inAdmin = useLocation().pathname.startsWith('/admin');
  return (
    <Button className={classes.way} variant="contained" component={Link} to={inAdmin ? '/admin' : '/'}>
      {inAdmin ? 'Go to Dashboard' : 'Go to the start page'}
    </Button>
  );
}
