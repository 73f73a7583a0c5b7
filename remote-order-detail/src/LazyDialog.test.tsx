import { useState } from 'react';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from 'shared/desk';
import { LazyDialog, useLazyModule } from './LazyDialog.tsx';

const dialogs = {
  Dialog: ({ name, open }: { name: string; open: boolean }) => <p>{`${name} is ${open ? 'open' : 'closed'}`}</p>,
};

/** A page with two buttons that open the same dialog with different content, and a button that closes it. */
function Page({ load }: { load: () => Promise<typeof dialogs> }) {
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      {['One', 'Two'].map((name) => (
        <button key={name} onClick={() => setShown(name)}>
          {name}
        </button>
      ))}
      <button onClick={() => setShown(null)}>Close</button>
      <LazyDialog load={load} show={shown} onFailed={() => setShown(null)}>
        {({ Dialog }, name, open) => <Dialog name={name} open={open} />}
      </LazyDialog>
      <Toaster />
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the module loads once, when a dialog opens, and a closing dialog keeps its content', async () => {
  const load = jest.fn(async () => dialogs);
  render(<Page load={load} />);
  expect(load).not.toHaveBeenCalled();
  await press('One');
  expect(await screen.findByText('One is open')).toBeVisible();
  await press('Close');
  expect(screen.getByText('One is closed')).toBeVisible();
  await press('Two');
  expect(screen.getByText('Two is open')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a failed load is toasted and the dialog closed, and opening it loads again', async () => {
  const load = jest.fn(async () => dialogs).mockRejectedValueOnce(new Error('Loading chunk failed'));
  render(<Page load={load} />);
  await press('One');
  expect(await screen.findByText('This could not be opened. Check your connection and try again.')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
  await press('One');
  expect(await screen.findByText('One is open')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a module that failed to load can be retried', async () => {
  const load = jest.fn(async () => dialogs).mockRejectedValueOnce(new Error('Loading chunk failed'));
  const { result } = renderHook(() => useLazyModule(load, true));
  await waitFor(() => expect(result.current.failed).toBe(true));
  expect(load).toHaveBeenCalledTimes(1);
  act(() => result.current.retry());
  await waitFor(() => expect(result.current).toMatchObject({ module: dialogs, failed: false }));
});
