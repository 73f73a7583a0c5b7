import { useSearchParams } from 'react-router-dom';
import { months } from 'shared/format/dates';
import { OrderListScreen } from '../order-list/OrderListScreen.tsx';
import { MonthsScreen } from './MonthsScreen.tsx';

/** Future orders: twelve months, or the one that the address names (`?month=Mar`), whose orders are a list as any other. */
export function FutureOrdersScreen() {
  const [address] = useSearchParams();
  const month = months.find((name) => name === address.get('month'));
  return month ? <OrderListScreen key={month} folder="futureOrder" month={month} /> : <MonthsScreen />;
}
