import { encodeOrderId } from 'shared/format/orderIdCode';
import { queryClient, queryOptions } from 'shared/desk';
import { firstCallDefinition, firstCallInput } from 'shared/remote/firstCall';
import { descriptor } from './descriptor.ts';
import { fakeDesk, openOrder } from './testing/fakeDesk.tsx';

test('the page’s first call has the query key of the page', async () => {
  const desk = fakeDesk();
  await openOrder(desk);
  const [{ firstCall }] = descriptor.routes as [(typeof descriptor.routes)[number]];
  const params = { orderId: encodeOrderId(desk.order.order_id) };
  const asked = { params, search: new URLSearchParams(), memberName: 'Max Manager' };
  const { queryKey } = queryOptions(firstCallDefinition(firstCall!), firstCallInput(firstCall!, asked)!);
  expect(queryClient.getQueryData(queryKey)).toBeDefined();
});
