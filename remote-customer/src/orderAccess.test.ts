import { clearToken, orderAccess, saveLandingDomain, saveToken } from './orderAccess.ts';

test('an expired token is removed, and the landing domain stays', () => {
  saveToken('100201', 'token');
  saveLandingDomain('100201', 'arrival-card.example.net');
  clearToken('100201');
  expect(orderAccess('100201')).toEqual({ token: null, landingDomain: 'arrival-card.example.net' });
});

test('orders do not share a token', () => {
  saveToken('100202', 'token');
  expect(orderAccess('100203').token).toBeNull();
});

test('stored data is read after a reload, and broken data is ignored', () => {
  sessionStorage.setItem('order-100204', '{"token":"kept","landingDomain":null}');
  sessionStorage.setItem('order-100205', '{"token":');
  expect(orderAccess('100204').token).toBe('kept');
  expect(orderAccess('100205').token).toBeNull();
});

test('tracking works in a browser that forbids storage', () => {
  const set = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  saveToken('100206', 'token');
  expect(orderAccess('100206').token).toBe('token');
  set.mockRestore();
});
