import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DisputeRow } from 'shared/api/defencePackCalls';
import { refreshFolderCounts } from 'shared/desk';
import { disputeOf } from 'shared/testing/packs';
import { folderCountsOf } from 'shared/testing/folderCountsOf';
import { address, fakeNetwork, holdAnswers, openList, ordersOf, type Request } from '../order-list/testing.tsx';

const orders = ordersOf(3, { process_status: 'ChargeBack' });

/** Fakes an API with these disputes, in pages. */
function deskWith(disputes: readonly DisputeRow[]) {
  let count = disputes.length;
  const page = ({ search }: Request) => {
    const [at, limit] = [Number(search.get('page')), Number(search.get('limit'))];
    const data = disputes.slice((at - 1) * limit, at * limit);
    return { body: { status: 1, message: '', data, total: disputes.length } };
  };
  const asked = fakeNetwork({
    orders,
    answers: {
      'GET /admin/disputes': page,
      'GET /admin/get-folder-count': () => ({
        body: { status: 1, message: '', data: folderCountsOf((folder) => (folder === 'chargeBack' ? count : 0)) },
      }),
    },
  });
  return {
    asked: () => asked.filter(({ path }) => path === '/admin/disputes'),
    nowCounts: (now: number) => {
      count = now;
      return act(() => refreshFolderCounts());
    },
  };
}

const panel = () => screen.findByRole('region', { name: 'Disputes to respond to' });
const lines = async () =>
  within(await within(await panel()).findByRole('table'))
    .getAllByRole('row')
    .slice(1);

// First, because on a later visit the rows would be inert for another reason.
test('while another page loads, the rows of the previous page are inert', async () => {
  deskWith(Array.from({ length: 9 }, (_, index) => disputeOf(String(100_500 + index), index)));
  openList('chargeBack');
  expect(await lines()).toHaveLength(8);
  const answer = holdAnswers('/admin/disputes');
  await userEvent.click(within(await panel()).getByRole('button', { name: 'Later deadlines' }));
  expect((await lines())[0]!.closest('[inert]')).not.toBeNull();
  await answer();
  await waitFor(async () => expect((await lines())[0]!.closest('[inert]')).toBeNull());
});

test('a summary above the Charge Back list shows the most urgent dispute, and what its packs lack', async () => {
  const packs: DisputeRow['packs'] = [
    {
      defencePackType: 1,
      verdict: 'Enough to send',
      missing: ['No delivery recorded', 'No transaction ID', 'No call'],
    },
    { defencePackType: 2, verdict: 'Ready', missing: [] },
  ];
  deskWith([disputeOf('100471', -1), disputeOf('100472', 0, { packs, amount: null }), disputeOf('100473', 12)]);
  openList('chargeBack');
  expect(
    (await lines()).map((line) =>
      within(line)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    [
      '1 day overdueby 21/11/2026 09:00 (UTC)',
      'NZD 79.00',
      'Defence Pack 1Ready',
      'Defence Pack 2Not useful yetNo download or tracking view recorded',
    ],
    [
      'Last dayby 21/11/2026 09:00 (UTC)',
      '-',
      'Defence Pack 1Enough to sendNo delivery recorded and 2 more',
      'Defence Pack 2Ready',
    ],
    [
      '12 days leftby 21/11/2026 09:00 (UTC)',
      'NZD 79.00',
      'Defence Pack 1Ready',
      'Defence Pack 2Not useful yetNo download or tracking view recorded',
    ],
  ]);
  expect((await lines()).map((line) => within(line).getByRole('rowheader').textContent)).toEqual([
    '100471Customer of 100471NZD 79.00',
    '100472Customer of 100472',
    '100473Customer of 100473NZD 79.00',
  ]);
  // The folder's list is below the disputes.
  expect(await screen.findByRole('grid', { name: 'Charge Back' })).toBeVisible();
});

test('an order opens from the summary, with J and K for the other disputes, and its back link returns there', async () => {
  deskWith([disputeOf('100473', 2), disputeOf('100471', 3), disputeOf('100472', 4)]);
  openList('chargeBack', { search: '?page=1' });
  await userEvent.click(await screen.findByRole('link', { name: '100471' }));
  expect(await screen.findByTestId('trail')).toHaveTextContent('100473 100471 100472');
  expect(await screen.findByRole('link', { name: 'Back to the list' })).toHaveAttribute(
    'href',
    '/admin/chargeback?page=1',
  );
});

test('N opens the most urgent dispute', async () => {
  deskWith([disputeOf('100002', 1), disputeOf('100001', 9)]);
  openList('chargeBack');
  await panel();
  await userEvent.keyboard('n');
  await waitFor(() => expect(address()).toBe('/admin/view-order/MjAwMDA0'));
});

test('more than eight disputes have pages', async () => {
  deskWith(Array.from({ length: 18 }, (_, index) => disputeOf(String(100_500 + index), index)));
  openList('chargeBack');
  const heads = async () => (await lines()).map((line) => within(line).getByRole('link').textContent);
  expect(await heads()).toHaveLength(8);
  const press = async (name: string) => userEvent.click(within(await panel()).getByRole('button', { name }));
  expect(within(await panel()).getByRole('button', { name: 'Earlier deadlines' })).toBeDisabled();
  await press('Later deadlines');
  await press('Later deadlines');
  await waitFor(async () => expect(await heads()).toEqual(['100516', '100517']));
  expect(await panel()).toHaveTextContent('17–18 of 18');
  expect(within(await panel()).getByRole('button', { name: 'Later deadlines' })).toBeDisabled();
});

test('without disputes there is nothing above the list', async () => {
  const desk = deskWith([]);
  openList('chargeBack');
  await screen.findByRole('grid', { name: 'Charge Back' });
  await waitFor(() => expect(desk.asked()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Disputes to respond to' })).toBeNull());
});

test('the space of the summary is reserved while it loads', async () => {
  fakeNetwork({ orders, answers: { 'GET /admin/disputes': () => 'never' } });
  openList('chargeBack');
  expect(await within(await panel()).findByTestId('skeleton')).toBeInTheDocument();
});

test('an error of the summary is shown without affecting the list, and Retry loads it again', async () => {
  let answers = false;
  fakeNetwork({
    orders,
    answers: {
      'GET /admin/disputes': () =>
        answers
          ? { body: { status: 1, message: '', data: [disputeOf('100471', 3)], total: 1 } }
          : { httpStatus: 503, body: { status: 0, message: 'Busy', data: null } },
    },
  });
  openList('chargeBack');
  expect(await screen.findByText(/could not be loaded. The list below is not affected/)).toBeVisible();
  expect(await screen.findByText('100003')).toBeVisible();
  answers = true;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await lines()).toHaveLength(1);
});

test('the key R and a new folder count refetch the summary', async () => {
  const desk = deskWith([disputeOf('100471', 3)]);
  openList('chargeBack');
  await lines();
  await userEvent.keyboard('r');
  await waitFor(() => expect(desk.asked()).toHaveLength(2));
  await desk.nowCounts(2);
  await waitFor(() => expect(desk.asked()).toHaveLength(3));
});

test('disputes shown after Back are inert until they are refetched', async () => {
  deskWith([disputeOf('100471', 1)]);
  openList('chargeBack');
  const link = async () => within((await lines())[0]!).getByRole('link', { name: '100471' });
  await waitFor(async () => expect((await link()).closest('[inert]')).toBeNull());
  await userEvent.click(await link());
  const answer = holdAnswers('/admin/disputes');
  await userEvent.click(screen.getByRole('button', { name: 'Browser back' }));
  expect((await link()).closest('[inert]')).not.toBeNull();
  await answer();
  await waitFor(async () => expect((await link()).closest('[inert]')).toBeNull());
});
