import { startTransition, useContext, useEffect, useState, type ReactNode } from 'react';
import { UNSAFE_LocationContext, UNSAFE_RouteContext } from 'react-router-dom';

/**
 * While it `stands`, what is within finds itself at the address where it was last, wherever the person has gone: it keeps
 * its page and its rows. Come back to, it is shown as it stood, and only then told where it is now: to work it out anew
 * takes longer than to show it. The router has no public way to say so that also tells how one came there (`Routes` with a
 * `location` always says "POP").
 */
export function StandingPlace({ stands, children }: { stands: boolean; children: ReactNode }) {
  const now = { location: useContext(UNSAFE_LocationContext), route: useContext(UNSAFE_RouteContext) };
  const [place, setPlace] = useState({ ...now, stood: stands });
  const isElsewhere = place.location !== now.location || place.route !== now.route;
  if (stands && !place.stood) setPlace({ ...place, stood: true });
  if (!stands && !place.stood && isElsewhere) setPlace({ ...now, stood: false });

  // An effect of what is come back to: it runs once that is shown.
  useEffect(() => {
    if (stands || !place.stood) return;
    startTransition(() => setPlace({ ...now, stood: false }));
    // Whatever is there by then is told.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stands, place.stood]);

  return (
    <UNSAFE_LocationContext value={place.location}>
      <UNSAFE_RouteContext value={place.route}>{children}</UNSAFE_RouteContext>
    </UNSAFE_LocationContext>
  );
}
