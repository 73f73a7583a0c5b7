import { deviceName } from './DownloadHistory.tsx';

test.each([
  ['Safari-iPhone-mobile', 'Safari on iPhone, mobile'],
  ['Chrome-Windows PC-desktop', 'Chrome on Windows PC, desktop'],
  ['Mi-Browser-Redmi-mobile', 'Mi-Browser on Redmi, mobile'],
  ['Firefox-Unknown-desktop', 'Firefox, desktop'],
  ['Unknown-Unknown-unknown', 'Unknown'],
  ['Chrome', 'Chrome'],
  ['', 'Unknown'],
])('%s reads %s', (browser, name) => {
  expect(deviceName(browser)).toBe(name);
});
