import type { NetworkInterfaceInfo } from 'node:os';
import { isPublicHost, publicAddress } from './refuseDemoPasswords.ts';

test.each([
  ...['localhost', 'desk.localhost', '127.0.0.1', '127.8.8.8', '::1', '[::1]', '0.0.0.0', '::'],
  ...['10.1.2.3', '172.16.0.1', '172.31.255.254', '192.168.1.20', '169.254.1.1', '100.64.0.1', '192.0.2.2'],
  ...[
    'fd00::2',
    'fc00::1',
    'fe80::1',
    'fe80::1%eth0',
    '2001:db8::1',
    '::ffff:10.0.0.1',
    '[::ffff:a00:1]',
    '::ffff:127.0.0.1',
  ],
  ...['desk', 'desk.local', 'desk.internal', 'desk.home.arpa', 'desk.test', 'desk.lan', 'desk.local.'],
])('%s is not public', (host) => {
  expect(isPublicHost(host)).toBe(false);
});

test.each([
  ...[
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.0.1',
    '100.128.0.1',
    '11.0.0.1',
    '::ffff:8.8.8.8',
    '[::ffff:808:808]',
  ],
  ...['2a01:4f8::1', '[2606:4700::1111]', 'desk.example.com', 'desk.example.com.', 'example.org', 'local.example.com'],
])('%s is public', (host) => {
  expect(isPublicHost(host)).toBe(true);
});

const at = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo;
const loopback = [at('127.0.0.1', true), at('::1', true)];
const home = { lo: loopback, eth0: [at('192.168.1.20'), at('fe80::1'), at('2a01:4f8::1')] };
const container = { lo: loopback, eth0: [at('172.17.0.2')] };
const server = { lo: loopback, eth0: [at('8.8.8.8')], docker0: [at('172.17.0.1')] };
const ipv6Server = { lo: loopback, eth0: [at('2a01:4f8::1'), at('fe80::1')] };
const local = { host: null, staffUrl: 'http://localhost:4000', publicUrl: 'http://localhost:4100' };

test.each([
  ['a machine at home or in an office', {}, home, null],
  ['a container', {}, container, null],
  ['a machine without a network', {}, { lo: loopback }, null],
  ['a server', {}, server, 'this machine has the address 8.8.8.8'],
  ['a server that has only IPv6', {}, ipv6Server, 'this machine has the address 2a01:4f8::1'],
  ['the same, listening only on IPv4', { host: '0.0.0.0' }, ipv6Server, null],
  ['a server set to listen on every address', { host: '::' }, server, 'this machine has the address 8.8.8.8'],
  ['a server that listens only on its own machine', { host: '127.0.0.1' }, server, null],
  ['a server that listens to its private network', { host: '10.0.0.5' }, server, null],
  ['HOST with a public address', { host: '8.8.8.8' }, home, 'HOST is 8.8.8.8'],
  [
    'a proxy in front of it',
    { host: '127.0.0.1', staffUrl: 'https://desk.example.com' },
    container,
    'STAFF_URL is https://desk.example.com',
  ],
  [
    'a proxy for customers only',
    { publicUrl: 'https://track.example.com' },
    home,
    'PUBLIC_URL is https://track.example.com',
  ],
  [
    'an address of the private network',
    { staffUrl: 'http://192.168.1.20:4000', publicUrl: 'http://desk.local' },
    home,
    null,
  ],
  ['a container called by its name', { staffUrl: 'http://desk:4000' }, container, null],
])('%s: reached by %j', (_what, settings, interfaces, by) => {
  expect(publicAddress({ ...local, ...settings }, interfaces)).toBe(by);
});
