import type { ReactNode } from 'react';
import type { Gateway, GatewayChange } from 'shared/api/gatewayCalls';
import { listDateTime } from 'shared/format/dates';
import { BidiName } from 'shared/kit';
import classes from './Gateway.module.css';

interface GatewayTextProps {
  /** Of its name; what stands under that has it with `-about` behind. */
  id?: string;
  gateway: Gateway;
  /** Newest first. */
  changes: readonly GatewayChange[];
}

/** A gateway's name, since when it is active or until when it was, and whether it is. */
export function GatewayText({ id, gateway, changes }: GatewayTextProps) {
  return (
    <>
      <span className={classes.text}>
        <span id={id} className={classes.name}>
          {gateway.gateway_name}
        </span>
        <span id={id && `${id}-about`} className={classes.quiet}>
          {activity(gateway, changes)}
        </span>
      </span>
      {gateway.is_active === '1' && <span className={classes.tag}>Active</span>}
    </>
  );
}

function activity({ gateway_name, is_active, last_active }: Gateway, [newest]: readonly GatewayChange[]): ReactNode {
  if (is_active === '0') return last_active ? `Last active until ${listDateTime(last_active)}` : 'Never active';
  if (!newest) return 'Active from the start';
  // Somebody wrote past the product into the database.
  if (newest.to !== gateway_name) return 'Active';
  return (
    <>
      Active since {listDateTime(newest.at)}, set by <BidiName name={newest.by} />
    </>
  );
}
