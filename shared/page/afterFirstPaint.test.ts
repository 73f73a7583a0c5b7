import { afterFirstPaint } from './afterFirstPaint.ts';

let draw: (names: string[]) => void;

beforeEach(() => {
  jest.useFakeTimers();
  globalThis.PerformanceObserver = class {
    constructor(told: (list: { getEntriesByName: (name: string) => unknown[] }) => void) {
      draw = (names) => told({ getEntriesByName: (name) => names.filter((one) => one === name) });
    }
    observe() {}
  } as unknown as typeof PerformanceObserver;
});

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('waits until what the page holds has been seen, and begins once', () => {
  const begin = jest.fn();
  afterFirstPaint(begin);
  draw(['first-paint']);
  expect(begin).not.toHaveBeenCalled();
  draw(['first-contentful-paint']);
  jest.runAllTimers();
  expect(begin).toHaveBeenCalledTimes(1);
});

test('waits for the end of the HTML first', () => {
  const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  const begin = jest.fn();
  afterFirstPaint(begin);
  jest.advanceTimersByTime(60_000);
  expect(begin).not.toHaveBeenCalled();
  state.mockReturnValue('interactive');
  dispatchEvent(new Event('DOMContentLoaded'));
  draw(['first-contentful-paint']);
  expect(begin).toHaveBeenCalledTimes(1);
});

test('begins at once where nobody looks, and after a second where nothing is drawn', () => {
  const begin = jest.fn();
  jest.spyOn(document, 'hidden', 'get').mockReturnValueOnce(true);
  afterFirstPaint(begin);
  expect(begin).toHaveBeenCalledTimes(1);

  const later = jest.fn();
  afterFirstPaint(later);
  jest.advanceTimersByTime(999);
  expect(later).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(later).toHaveBeenCalledTimes(1);
});
