/** Stops `performance.now` until `jest.restoreAllMocks`. Returns a function that advances it. */
export function stopClock(): (milliseconds: number) => void {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  return (milliseconds) => void (now += milliseconds);
}
