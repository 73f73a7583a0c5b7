import { act, renderHook } from '@testing-library/react';
import { fakeNetwork, type Request } from './testing.tsx';
import { useBulk } from './useBulk.ts';

const ids = Array.from({ length: 1_200 }, (_, index) => String(100_001 + index));

/** A run of three portions; `inTheFirst` happens while the first is under way. */
async function runThat(inTheFirst: (hook: { cancel: () => void; leave: () => void }) => void) {
  const { result, unmount } = renderHook(useBulk);
  const asked = fakeNetwork({
    answers: {
      'PUT /admin/assign-order-status': ({ body }: Request) => {
        inTheFirst({ cancel: () => result.current.cancel(), leave: unmount });
        const { orderId } = body as { orderId: string[] };
        return { body: { status: 1, message: '', data: { done: orderId, failed: [], actionId: 'a' } } };
      },
    },
  });
  const outcome = await act(() => result.current.run('assign', ids));
  expect(asked).toHaveLength(1);
  return outcome;
}

test('what a run has not begun when its screen is left is counted', async () => {
  expect(await runThat(({ leave }) => leave())).toMatchObject({ notBegun: 700, cancelled: false });
});

test('what the person cancelled stays cancelled, also when they leave after that', async () => {
  const outcome = await runThat(({ cancel, leave }) => {
    cancel();
    leave();
  });
  expect(outcome).toMatchObject({ notBegun: 700, cancelled: true });
});
