import { NotHereYet } from 'shared/ui/NotHereYet';

export function FutureOrdersScreen() {
  return <NotHereYet title="Future Order" what="Twelve months with the orders whose processing date lies in them." />;
}
