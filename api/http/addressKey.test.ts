import { addressKey } from './callerAddress.ts';

test('an IPv4 address counts as itself, however a socket tells it', () => {
  for (const told of ['203.0.113.24', '::ffff:203.0.113.24', '::FFFF:cb00:7118']) {
    expect(addressKey(told)).toBe('203.0.113.24');
  }
});

test('the addresses of an IPv6 /64 count as one, those of another do not', () => {
  for (const told of [
    '2001:db8:1:2::1',
    '2001:DB8:1:2:ffff:ffff:ffff:ffff',
    '2001:0db8:0001:0002::',
    '2001:db8:1:2::1%eth0',
  ]) {
    expect(addressKey(told)).toBe('2001:db8:1:2::/64');
  }
  expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'));
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
});

test('what is no address counts as one caller', () => {
  for (const told of [undefined, '', 'unknown', 'garbage', '1.2.3.4, 5.6.7.8', '<script>']) {
    expect(addressKey(told)).toBe('unknown');
  }
});
