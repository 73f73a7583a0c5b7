import { act, renderHook, waitFor } from '@testing-library/react';
import { usePart } from './usePart.ts';

test('a part is loaded when it is needed, once', async () => {
  const load = jest.fn(async () => 'part');
  const { result, rerender } = renderHook(({ needed }) => usePart(load, needed), { initialProps: { needed: false } });
  expect(load).not.toHaveBeenCalled();
  rerender({ needed: true });
  await waitFor(() => expect(result.current.part).toBe('part'));
  rerender({ needed: false });
  rerender({ needed: true });
  expect(load).toHaveBeenCalledTimes(1);
  expect(result.current.part).toBe('part');
});

test('one that did not come can be asked for again', async () => {
  const load = jest.fn(async () => 'part').mockRejectedValueOnce(new Error('Loading chunk failed'));
  const { result } = renderHook(() => usePart(load, true));
  await waitFor(() => expect(result.current.failed).toBe(true));
  expect(load).toHaveBeenCalledTimes(1);
  act(() => result.current.retry());
  await waitFor(() => expect(result.current).toMatchObject({ part: 'part', failed: false }));
});
