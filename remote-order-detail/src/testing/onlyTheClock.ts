/**
 * Lets `performance.now` stand still, and nothing else: what a page asks its API goes on. Returns what lets milliseconds
 * pass on it.
 */
export function onlyTheClock(): (milliseconds: number) => void {
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'cancelAnimationFrame',
      'cancelIdleCallback',
      'clearImmediate',
      'clearInterval',
      'clearTimeout',
      'hrtime',
      'nextTick',
      'queueMicrotask',
      'requestAnimationFrame',
      'requestIdleCallback',
      'setImmediate',
      'setInterval',
      'setTimeout',
    ],
  });
  return (milliseconds) => jest.advanceTimersByTime(milliseconds);
}
