import { deviceName, locationName, publicAddress } from './DownloadHistory.tsx';

test.each([
  ['Safari-iPhone-mobile', 'Safari on iPhone, mobile'],
  ['Chrome-Windows PC-desktop', 'Chrome on Windows PC, desktop'],
  ['Mi-Browser-Redmi-mobile', 'Mi-Browser on Redmi, mobile'],
  ['Firefox-Unknown-desktop', 'Firefox, desktop'],
  ['Unknown-Unknown-unknown', 'Unknown'],
  ['Chrome', 'Chrome'],
  ['', 'Unknown'],
])('%s is shown as %s', (browser, name) => {
  expect(deviceName(browser)).toBe(name);
});

test.each([
  ['Asia/Dubai', 'Asia/Dubai'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos Aires'],
  ['UTC', '-'],
  ['Etc/GMT+3', '-'],
  [null, '-'],
])('the time zone %s is shown as %s', (timezone, place) => {
  expect(locationName(timezone)).toBe(place);
});

test.each(['::1', '127.0.0.1', '10.1.2.3', '172.16.0.9', '192.168.1.5', 'fd12:3456::1', 'fe80::1', '::'])(
  '%s is not shown to a traveller',
  (ip) => {
    expect(publicAddress(ip)).toBe('-');
  },
);

test.each(['203.0.113.24', '172.15.0.1', '172.32.0.1', '100.20.30.40', '2001:db8::1'])('%s is shown', (ip) => {
  expect(publicAddress(ip)).toBe(ip);
});
