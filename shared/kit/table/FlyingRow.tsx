import { GridRow, type GridRowProps } from '@mui/x-data-grid';
import { createContext, useContext, useEffect, useState } from 'react';
import classes from './DataTable.module.css';
import type { Flight } from './flight.ts';

export const FlightContext = createContext<Flight | null>(null);

/**
 * The grid's row, but for rows that only fly by: they are drawn as rows to come until the list lands. Ten whole rows in
 * every frame are more than a frame has time for.
 */
export function FlyingRow(props: GridRowProps) {
  const flight = useContext(FlightContext);
  const [waits, setWaits] = useState(() => flight?.isFlying() ?? false);
  useEffect(() => (waits ? flight?.onLanding(() => setWaits(false)) : undefined), [flight, waits]);
  if (!waits) return <GridRow {...props} />;
  return <div aria-hidden className={classes.flying} style={{ height: props.rowHeight }} />;
}
