import * as v from 'valibot';
import { currentVersions } from './currentVersions.ts';
import { readDescriptor, remoteDescriptor } from './remoteDescriptor.ts';

const menu = { group: 'Work', text: 'Calls', icon: 'phone', count: 'customerCalledCount' };
const route = { path: '/admin/calls', title: 'Calls', needs: 'orders.read', menu };
const staff = {
  area: 'staff',
  builtFor: currentVersions,
  routes: [route],
  away: { missing: 'Calls are', unaffected: 'order lists are not affected' },
};
const pages = { ...staff, area: 'public', routes: [{ path: '/help', title: 'Help' }] };

test.each([
  ['of the staff', staff],
  ['of the public', pages],
])('a descriptor %s passes unchanged', (_whose, descriptor) => {
  expect(v.parse(remoteDescriptor, descriptor)).toEqual(descriptor);
});

test('unknown fields of a newer remote are dropped', () => {
  expect(v.parse(remoteDescriptor, { ...staff, presets: [] })).toEqual(staff);
});

test('an unknown permission, icon or count passes and affects only itself', () => {
  const newer = { ...route, needs: 'calls.read', menu: { ...menu, icon: 'headset', count: 'callsCount' } };
  expect(v.parse(remoteDescriptor, { ...staff, routes: [newer] }).routes).toEqual([newer]);
});

test.each([
  ['no routes', { ...staff, routes: [] }],
  ['a screen of the staff outside /admin', { ...staff, routes: [{ ...route, path: '/calls' }] }],
  ['the dashboard’s address as a route', { ...staff, routes: [{ ...route, path: '/admin' }] }],
  ['a public screen inside /admin', { ...pages, routes: [{ path: '/admin/help', title: 'Help' }] }],
  ['a screen of the staff that needs no right', { ...staff, routes: [{ ...route, needs: undefined }] }],
  [
    'a public screen that needs a right',
    { ...pages, routes: [{ path: '/help', title: 'Help', needs: 'orders.read' }] },
  ],
  ['a menu entry whose address has a parameter', { ...staff, routes: [{ ...route, path: '/admin/calls/:id' }] }],
  ['a menu entry without a text', { ...staff, routes: [{ ...route, menu: { ...menu, text: '' } }] }],
  ['an invalid version', { ...staff, builtFor: { ...currentVersions, desk: 'latest' } }],
  ['no texts for its error page', { ...staff, away: undefined }],
])('a descriptor with %s is refused', (_what, descriptor) => {
  expect(v.is(remoteDescriptor, descriptor)).toBe(false);
});

test('all errors of a descriptor are reported with their places', () => {
  const broken = { ...staff, away: undefined, routes: [{ ...route, title: 7 }] };
  expect(() => readDescriptor(broken)).toThrow(/routes\.0\.title: .*\n.*away/);
});
