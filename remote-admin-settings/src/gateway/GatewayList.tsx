import type { Gateway, GatewayChange } from 'shared/api/gatewayCalls';
import { GatewayText } from './GatewayText.tsx';
import classes from './Gateway.module.css';

interface GatewayListProps {
  data: readonly Gateway[];
  changes: readonly GatewayChange[];
}

/** The gateways for who may look and not change. */
export function GatewayList({ data: gateways, changes }: GatewayListProps) {
  return (
    <ul className={classes.list}>
      {gateways.map((gateway) => (
        <li key={gateway.id} className={classes.row}>
          <GatewayText gateway={gateway} changes={changes} />
        </li>
      ))}
    </ul>
  );
}
