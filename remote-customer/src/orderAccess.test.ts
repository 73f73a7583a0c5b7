import { clearToken, orderAccess, saveLandingDomain, saveToken } from './orderAccess.ts';

test('a dead token is forgotten, the landing domain is not', () => {
  saveToken('100201', 'token');
  saveLandingDomain('100201', 'arrival-card.example.net');
  clearToken('100201');
  expect(orderAccess('100201')).toEqual({ token: null, landingDomain: 'arrival-card.example.net' });
});

test('orders do not share a token', () => {
  saveToken('100202', 'token');
  expect(orderAccess('100203').token).toBeNull();
});

test('what the tab holds of an earlier page is read, what is broken is nothing', () => {
  sessionStorage.setItem('order-100204', '{"token":"kept","landingDomain":null}');
  sessionStorage.setItem('order-100205', '{"token":');
  expect(orderAccess('100204').token).toBe('kept');
  expect(orderAccess('100205').token).toBeNull();
});

test('a browser that forbids storage still tracks', () => {
  const set = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  saveToken('100206', 'token');
  expect(orderAccess('100206').token).toBe('token');
  set.mockRestore();
});
