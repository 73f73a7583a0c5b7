/** What jest/browserSetup.js relies on of React: that it keeps no stack of its own for each element, once told that it made many. */
test('elements share one stack', () => {
  const stackOf = (element: object) => (element as { _debugStack?: Error })._debugStack;
  const [one, other] = [<p key="one" />, <p key="other" />];
  expect(stackOf(one)).toBeInstanceOf(Error);
  expect(stackOf(other)).toBe(stackOf(one));
});
