import { encodeOrderId } from 'shared/format/orderIdCode';
import { firstCallAddress } from 'shared/remote/firstCall';
import { descriptor } from './descriptor.ts';
import { fakeDesk, openOrder } from './testing/fakeDesk.tsx';

test('the first call of the page is the one that it makes', async () => {
  const desk = fakeDesk();
  await openOrder(desk);
  const [{ firstCall }] = descriptor.routes as [(typeof descriptor.routes)[number]];
  const params = { orderId: encodeOrderId(desk.order.order_id) };
  const asked = { params, search: new URLSearchParams(), memberName: 'Max Manager' };
  expect(firstCallAddress(firstCall!, asked)).toBe(`/api${desk.asked[0]!.path}`);
});
