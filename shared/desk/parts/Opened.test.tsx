import { useCallback, useState } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from '../toasts/Toaster.tsx';
import { Opened } from './Opened.tsx';

const part = { Dialog: ({ open }: { open: boolean }) => <p>{open ? 'It is open' : 'It is closed'}</p> };

/** A button that opens a dialog, and one that closes it. */
function Page({ load }: { load: () => Promise<typeof part> }) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <button onClick={close}>Close</button>
      <Opened load={load} open={open} onFailed={close}>
        {({ Dialog }, open) => <Dialog open={open} />}
      </Opened>
      <Toaster />
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('nothing is asked for before it is opened, and what came once stays', async () => {
  const load = jest.fn(async () => part);
  render(<Page load={load} />);
  expect(load).not.toHaveBeenCalled();
  await press('Open');
  expect(await screen.findByText('It is open')).toBeVisible();
  await press('Close');
  expect(screen.getByText('It is closed')).toBeVisible();
  await press('Open');
  expect(screen.getByText('It is open')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

test('one that does not come is said and taken back, and asked for when it is opened again', async () => {
  const load = jest.fn(async () => part).mockRejectedValueOnce(new Error('Loading chunk failed'));
  render(<Page load={load} />);
  await press('Open');
  expect(await screen.findByText('This could not be opened. Check your connection, then press again.')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
  await press('Open');
  expect(await screen.findByText('It is open')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});
