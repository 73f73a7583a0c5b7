import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listDateTime } from 'shared/format/dates';
import { fakeNetwork, openList, ordersOf } from './testing.tsx';

jest.mock('shared/format/dates', () => {
  const dates = jest.requireActual<{ listDateTime: typeof listDateTime }>('shared/format/dates');
  return { ...dates, listDateTime: jest.fn(dates.listDateTime) };
});

/** Each row calls this once per render. */
const drawn = jest.mocked(listDateTime);

test('J renders only the row that the cursor leaves and the row that it reaches', async () => {
  fakeNetwork({ orders: ordersOf(10) });
  openList('newOrder');
  await screen.findByText('100010');
  await userEvent.keyboard('j');
  drawn.mockClear();
  await userEvent.keyboard('j');
  expect(drawn.mock.calls.length).toBeLessThanOrEqual(2);
});
