import { deviceOf } from './customerDevice.ts';

const mozilla = (system: string, rest: string) => `Mozilla/5.0 (${system}) ${rest}`;
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

test.each([
  [mozilla('iPhone; CPU iPhone OS 19_0 like Mac OS X', webkit), 'Safari-iPhone-mobile', 'iOS 19'],
  [mozilla('iPad; CPU OS 18_1 like Mac OS X', webkit), 'Safari-iPad-tablet', 'iOS 18'],
  [mozilla('Windows NT 10.0; Win64; x64', `${chrome} Safari/537.36`), 'Chrome-Windows PC-desktop', 'Windows 10 or 11'],
  [
    mozilla('Linux; Android 15; Pixel 9', `${chrome} Mobile Safari/537.36`),
    'Chrome-Android phone-mobile',
    'Android 15',
  ],
  [mozilla('Linux; Android 10; K', `${chrome} Mobile Safari/537.36`), 'Chrome-Android phone-mobile', 'Android'],
  [mozilla('Macintosh; Intel Mac OS X 10_15_7', `${chrome} Safari/537.36`), 'Chrome-Mac-desktop', 'macOS'],
  [mozilla('X11; Linux x86_64; rv:140.0', 'Gecko/20100101 Firefox/140.0'), 'Firefox-Linux PC-desktop', 'Linux'],
  ['curl/8.1', 'Unknown-Unknown-unknown', 'Unknown'],
  [undefined, 'Unknown-Unknown-unknown', 'Unknown'],
])('%s is described as a person would describe it', (userAgent, browser, os) => {
  expect(deviceOf(userAgent)).toEqual({ browser, os });
});

test('a hostile user agent neither breaks the three parts nor takes long to parse', () => {
  const started = performance.now();
  const { browser } = deviceOf(mozilla('X-'.repeat(50_000), '-'.repeat(50_000)));
  expect(browser.split('-')).toHaveLength(3);
  expect(performance.now() - started).toBeLessThan(500);
});
