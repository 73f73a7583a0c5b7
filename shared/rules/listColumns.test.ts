import { listColumns } from './listColumns.ts';

test('Contact Customer has no Telephone; Refund Orders adds Refund Date, Order History Assigned To', () => {
  expect(listColumns('contactCustomer')).not.toContain('telephone');
  expect(listColumns('refundOrder')).toContain('refund_date');
  expect(listColumns('allOrder')).toContain('assign_to');
  expect(listColumns('newOrder')).toEqual([
    'order_id',
    'full_name',
    'email',
    'telephone',
    'created_at',
    'process_status',
    'action',
  ]);
});
