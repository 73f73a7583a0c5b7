import { screen, within } from '@testing-library/react';
import { documentOf, orderOf, remarkOf } from 'shared/testing/orders';
import { fakeDesk, openOrder } from '../testing/fakeDesk.tsx';

const script = '<script>alert(1)</script><img src=x onerror=alert(1)>';

test('script in an order, a remark and a file name is shown as text', async () => {
  const order = orderOf({
    full_name: script,
    place_of_birth: script,
    remarks: [remarkOf({ remark: script, remark_name: script })],
    uploadDoc: [{ ...documentOf(), original_name: script }],
  });
  await openOrder(fakeDesk({ order }), { until: () => screen.findByRole('region', { name: 'Comment History' }) });
  for (const name of ['Upload Document', 'Personal Information', 'Comment History']) {
    expect(screen.getByRole('region', { name })).toHaveTextContent(script);
  }
  expect(within(screen.getByRole('banner')).getByRole('heading', { level: 1 })).toHaveTextContent(script);
  expect(document.querySelector('script, img')).toBeNull();
});
