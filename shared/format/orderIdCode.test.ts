import { decodeOrderId, encodeOrderId, orderPath } from './orderIdCode.ts';

test.each(['100471', '100001', '123456', '900719925474099312', '999999999999999999'])('%s survives encoding', (id) => {
  expect(decodeOrderId(encodeOrderId(id))).toBe(id);
});

test('the code is the doubled number in base64', () => {
  expect(encodeOrderId('100471')).toBe('MjAwOTQy');
});

test.each(['', 'nonsense', 'MjAwOTQz', btoa('-200942'), btoa('12'), btoa('1e9'), '%%%', btoa('2000000000000000000')])(
  '%j does not decode to an order id',
  (code) => {
    expect(decodeOrderId(code)).toBeNull();
  },
);

test('an order page has a URL-safe path', () => {
  expect(orderPath('100471')).toBe('/admin/view-order/MjAwOTQy');
  expect(orderPath('1000001')).toBe('/admin/view-order/MjAwMDAwMg%3D%3D');
});
