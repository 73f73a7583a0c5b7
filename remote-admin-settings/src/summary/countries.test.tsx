import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { summaryCalls, type CountryRow } from 'shared/api/summaryCalls';
import { Toaster } from 'shared/desk';
import { fakeApi } from 'shared/testing/fakeApi';
import { address, openSummary, rowOf, tableRows } from './testing.tsx';
import { CountriesScreen } from './summaries.tsx';

const row = (
  current_nationality: string,
  standard_count: number,
  priority_count: number,
  future_count: number,
): CountryRow => {
  const count = standard_count + priority_count + future_count;
  return { current_nationality, count, standard_count, priority_count, future_count };
};
const rows = [row('Australia', 1_010, 188, 86), row('India', 771, 262, 87), row('', 20, 0, 11), row('Fiji', 1, 2, 28)];
const head = [
  'S. No',
  'State/Territory',
  'Order Count',
  'Standard Processing',
  'Priority Processing',
  'Future Order Processing',
];

const answering = (data: readonly CountryRow[] = rows) =>
  fakeApi().on(summaryCalls.countries, () => ({ message: `${data.length} rows`, data: [...data] }));

const broken = { httpStatus: 500, message: 'Something went wrong. Tell your administrator: req-7f3a91c2' };

const pick = (label: 'From' | 'To', day: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: day } });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }));

test('the rows have columns and totals, sorted by number and then by name', async () => {
  answering();
  openSummary(CountriesScreen);
  await rowOf('Australia');
  expect(screen.getByRole('heading', { level: 1, name: 'Country Order Details' })).toBeVisible();
  expect(tableRows()).toEqual([
    head,
    ['1', 'Australia', '1,284', '1,010', '188', '86'],
    ['2', 'India', '1,120', '771', '262', '87'],
    ['3', 'Fiji', '31', '1', '2', '28'],
    ['4', 'Not stated', '31', '20', '0', '11'],
    ['', 'Total', '2,466', '1,802', '452', '212'],
  ]);
});

test('a name has its own text direction', async () => {
  answering([row('إسرائيل (X)', 1, 0, 0)]);
  openSummary(CountriesScreen);
  expect((await rowOf('إسرائيل (X)')).querySelector('bdi')).toHaveAttribute('dir', 'auto');
});

test('a column header sorts, a second press reverses, and S. No follows the order', async () => {
  answering();
  openSummary(CountriesScreen);
  await rowOf('Australia');
  const names = () =>
    tableRows()
      .slice(1, -1)
      .map(([number, name]) => `${number} ${name}`);
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  expect(screen.getByRole('columnheader', { name: 'Order Count' })).toHaveAttribute('aria-sort', 'descending');
  await press('State/Territory');
  expect(names()).toEqual(['1 Australia', '2 Fiji', '3 India', '4 Not stated']);
  await press('State/Territory');
  expect(names()).toEqual(['1 Not stated', '2 India', '3 Fiji', '4 Australia']);
  await press('Priority Processing');
  expect(names()).toEqual(['1 India', '2 Australia', '3 Fiji', '4 Not stated']);
  await press('Priority Processing');
  expect(names()).toEqual(['1 Not stated', '2 Fiji', '3 Australia', '4 India']);
  expect(screen.getByRole('columnheader', { name: 'Priority Processing' })).toHaveAttribute('aria-sort', 'ascending');
  expect(screen.getByRole('columnheader', { name: 'Order Count' })).not.toHaveAttribute('aria-sort');
});

test('the search finds any part in any case among loaded rows, and totals match the shown rows', async () => {
  const api = answering();
  openSummary(CountriesScreen);
  await rowOf('Australia');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by nationality' }), ' IND');
  expect(tableRows().slice(1)).toEqual([
    ['1', 'India', '1,120', '771', '262', '87'],
    ['', 'Total', '1,120', '771', '262', '87'],
  ]);
  await userEvent.type(screen.getByRole('searchbox'), 'x');
  expect(screen.getByRole('heading', { name: 'No records found' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await userEvent.click(screen.getByText('Clear search'));
  expect(tableRows()).toHaveLength(6);
  await userEvent.type(screen.getByRole('searchbox'), 'x{Escape}');
  expect(screen.getByRole('searchbox')).toHaveValue('');
  expect(api.to(summaryCalls.countries)).toHaveLength(1);
});

test('the dates are sent to the API and kept in the URL, and a reload sends them again', async () => {
  const api = answering();
  const { unmount } = openSummary(CountriesScreen);
  await rowOf('Australia');
  pick('From', '01/11/2026');
  pick('To', '21/11/2026');
  await submit();
  await waitFor(() => expect(address()).toBe('?from=2026-11-01&to=2026-11-21'));
  await waitFor(() => expect(api.to(summaryCalls.countries)).toHaveLength(2));
  unmount();
  openSummary(CountriesScreen, '?from=2026-11-01&to=2026-11-21');
  expect(screen.getByLabelText('From')).toHaveValue('01/11/2026');
  await rowOf('Australia');
  const range = { fromDate: '2026-11-01', toDate: '2026-11-21' };
  expect(api.to(summaryCalls.countries).map(({ body }) => body)).toEqual([{ fromDate: '', toDate: '' }, range, range]);
});

test('submitting the same dates loads them again', async () => {
  const api = answering();
  openSummary(CountriesScreen);
  await rowOf('Australia');
  await submit();
  await waitFor(() => expect(api.to(summaryCalls.countries)).toHaveLength(2));
});

test('From after To is reported under the field and not sent; another date removes the error', async () => {
  const api = answering();
  openSummary(CountriesScreen);
  await rowOf('Australia');
  pick('From', '22/11/2026');
  pick('To', '21/11/2026');
  await submit();
  expect(screen.getByLabelText('From')).toHaveAccessibleDescription('From date must not be after To date.');
  expect(screen.getByLabelText('From')).toHaveValue('22/11/2026');
  pick('To', '23/11/2026');
  await waitFor(() => expect(screen.getByLabelText('From')).toBeValid());
  expect(api.to(summaryCalls.countries)).toHaveLength(1);
});

test('a date typed in part is reported, and not treated as empty', async () => {
  const api = answering();
  openSummary(CountriesScreen);
  await rowOf('Australia');
  const to = screen.getByLabelText('To');
  await userEvent.type(to, '21/11');
  await submit();
  expect(to).toHaveAccessibleDescription('Enter the To date as DD/MM/YYYY.');
  expect(to).toHaveFocus();
  expect(api.to(summaryCalls.countries)).toHaveLength(1);
  await userEvent.type(to, '/2026');
  expect(to).not.toHaveAccessibleDescription();
});

test('a date chosen in the calendar appears in the field’s usual format', async () => {
  answering();
  openSummary(CountriesScreen);
  await rowOf('Australia');
  const [calendar] = document.querySelectorAll<HTMLInputElement>('input[type=date]');
  calendar!.showPicker = () => fireEvent.change(calendar!, { target: { value: '2026-11-01' } });
  await userEvent.click(screen.getByRole('button', { name: 'Choose From date' }));
  expect(screen.getByLabelText('From')).toHaveValue('01/11/2026');
});

test('impossible dates in the URL are refused by the API, under their field', async () => {
  answering();
  openSummary(CountriesScreen, '?from=2026-11-22&to=2026-11-21');
  expect(await screen.findByText('Country Order Details could not be loaded')).toBeVisible();
  expect(screen.getByLabelText('From')).toHaveAccessibleDescription('From date must not be after To date.');
  pick('To', '23/11/2026');
  await waitFor(() => expect(screen.getByLabelText('From')).not.toHaveAccessibleDescription());
});

test('each load toasts the server’s message until the next one replaces it', async () => {
  let works = true;
  fakeApi().on(summaryCalls.countries, () => (works ? { message: '2,466 orders', data: rows } : broken));
  openSummary(CountriesScreen);
  const toasts = within(screen.getByRole('region', { name: 'Notifications' }));
  expect(await toasts.findByRole('status')).toHaveTextContent('2,466 orders');
  works = false;
  await submit();
  expect(await toasts.findByRole('alert')).toHaveTextContent(broken.message);
  expect(toasts.queryByRole('status')).toBeNull();
  // Only toasts that time out have a line for the time left.
  expect(toasts.getByRole('alert').querySelector('.line')).toBeNull();
  expect(screen.getByText(/^These figures are from \d\d:\d\d \(UTC\)\.$/)).toBeVisible();
  expect(await rowOf('Australia')).toBeVisible();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await toasts.findByRole('status')).toHaveTextContent('2,466 orders');
  expect(toasts.queryByRole('alert')).toBeNull();
  expect(screen.queryByText(/These figures are from/)).toBeNull();
});

test('a failed first load says what happened, and Retry loads', async () => {
  let works = false;
  fakeApi().on(summaryCalls.countries, () => (works ? { message: '', data: rows } : broken));
  openSummary(CountriesScreen);
  expect(await screen.findByText('Country Order Details could not be loaded')).toBeVisible();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await rowOf('Australia')).toBeVisible();
});

test('the summary’s toast leaves with the screen', async () => {
  answering();
  const { rerender } = openSummary(CountriesScreen);
  expect(await screen.findByText('4 rows')).toBeVisible();
  rerender(<Toaster />);
  await waitFor(() => expect(screen.queryByText('4 rows')).toBeNull());
});

test('while other dates load, the old figures stay, marked, and cannot be exported', async () => {
  let release = (_: unknown) => {};
  const held = new Promise((resolve) => (release = resolve));
  fakeApi().on(summaryCalls.countries, async ({ fromDate }) => {
    if (fromDate) await held;
    return { message: '', data: fromDate ? [] : rows };
  });
  openSummary(CountriesScreen);
  await rowOf('Australia');
  pick('From', '01/11/2026');
  await submit();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled());
  expect(await rowOf('Australia')).toBeVisible();
  release(null);
  expect(await screen.findByText('No records found')).toBeVisible();
  expect(screen.getByText('No orders arrived on these dates.')).toBeVisible();
});

test('the chart shows the largest twelve in proportion, and has a text alternative', async () => {
  answering(Array.from({ length: 30 }, (_, n) => row(`Country ${n + 1}`, n + 1 - (n % 2), n % 2, 0)));
  openSummary(CountriesScreen);
  const chart = await screen.findByRole('img', { name: /^Bar chart/ });
  expect(chart).toHaveAccessibleName(
    'Bar chart: Country 30 30, Country 29 29, Country 28 28. The table has the same figures.',
  );
  expect(within(chart).getAllByTitle(/^Country/)).toHaveLength(12);
  expect(chart).toHaveTextContent('StandardPriorityFutureCountry 3030Country 2929');
  const widths = [...chart.querySelectorAll<HTMLElement>('ol i')].map(({ style }) => Number.parseFloat(style.width));
  expect(widths.slice(0, 6)).toEqual([29 / 0.3, 1 / 0.3, 0, 29 / 0.3, 0, 0].map((width) => expect.closeTo(width)));
  expect(screen.getByText('Top 12 of 30')).toBeVisible();
});

test('Export CSV saves the shown rows in their order with totals, and the dates in the file name', async () => {
  const saved: { name: string; text: Promise<string> }[] = [];
  let blob: Blob | undefined;
  URL.createObjectURL = (file) => ((blob = file as Blob), 'blob:summary');
  URL.revokeObjectURL = () => {};
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({
      name: this.download,
      text: new Response(blob).arrayBuffer().then((bytes) => Buffer.from(bytes).toString()),
    });
  });
  answering([row('Korea, Republic of', 1_301, 74, 36), row('Fiji', 1, 2, 28), row('=1+1', 0, 0, 1)]);
  openSummary(CountriesScreen, '?from=2026-11-01&to=2026-11-21');
  await rowOf('Fiji');
  await userEvent.click(screen.getByRole('button', { name: 'State/Territory' }));
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(saved[0]!.name).toBe('country-orders_2026-11-01_to_2026-11-21.csv');
  expect((await saved[0]!.text).split('\r\n')).toEqual([
    `\uFEFF${['S. No', ...head.slice(1)].map((text) => `"${text}"`).join(',')}`,
    `1,"'=1+1",1,0,0,1`,
    '2,"Fiji",31,1,2,28',
    '3,"Korea, Republic of",1411,1301,74,36',
    '"","Total",1443,1302,76,65',
    '',
  ]);
  click.mockRestore();
});
