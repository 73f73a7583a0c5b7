import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrderDetails } from 'shared/api/orderDetails';
import { mailOf, messageOf, orderOf } from 'shared/testing/orders';
import { fakeDesk, openOrder } from '../../testing/fakeDesk.tsx';

const open = (changes: Partial<OrderDetails>) => openOrder(fakeDesk({ order: orderOf(changes) }));
const section = (name: string) => within(screen.getByRole('region', { name }));
/** A section's rows, each [label, value] or [question, answer]. */
const rowsOf = (name: string) =>
  section(name)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
const flags = () => within(screen.getByRole('list', { name: 'Needs a second look' }));

const kai = {
  family_member_name: 'כי טאנה',
  family_passport_number: 'Z0000316',
  family_nationality: 'India',
  family_other_nationalities: 'United Kingdom',
  family_relationship: 'Child',
};

test('Arrival Details show the questions for this way of travelling', async () => {
  await open({ travel_type: 'sea', cruise_trip: 'no', vessel_type: 'nz_defence', vessel_biosecurity_clearance: 'yes' });
  expect(section('Arrival Details').getByText('Sea')).toBeVisible();
  expect(rowsOf('Arrival Details')).toEqual([
    ['On a cruise', 'No'],
    ['Vessel type', 'NZ defence'],
    ['Vessel name', '-'],
    ['Scheduled arrival', '-'],
    ['Crew on this voyage', '-'],
    ['Biosecurity clearance of the vessel', 'Yes'],
  ]);
});

test('a Yes shows its meaning, and its section and tab count it', async () => {
  await open({ any_food: 'yes', food_options: ['Honey', 'Dried fruit'], animal_products: 'no' });
  await userEvent.click(section('Trip Information').getByRole('button', { name: 'Show' }));
  const rows = rowsOf('Trip Information');
  expect(rows).toContainEqual([
    'Any food, cooked, uncooked, fresh, preserved, packaged or dried',
    'Yes: Honey, Dried fruit',
  ]);
  expect(rows).toContainEqual(['Animals or animal products', 'No']);
  expect(rows).toContainEqual(['Plants or plant products', '-']);
  expect(section('Trip Information').getByText('1 answered Yes')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Trip/ })).toHaveTextContent('Trip1 yes');
});

test('all No answers are one line, shown on request, and each Yes comes first', async () => {
  await open({ any_food: 'no', animal_products: 'no', cash_more_than_10000: 'yes', identification_status: 'a visa' });
  const trip = section('Trip Information');
  expect(rowsOf('Trip Information').slice(-2)).toEqual([
    ['Cash of NZ$10,000 or more', 'Yes'],
    ['Identification', 'a visa'],
  ]);
  expect(trip.getByText(/^2 answered No, \d+ not answered/)).toBeVisible();
  expect(trip.getByText('Animals or animal products')).not.toBeVisible();
  await userEvent.click(trip.getByRole('button', { name: 'Show' }));
  expect(trip.getByText('Animals or animal products')).toBeVisible();
  await userEvent.click(trip.getByRole('button', { name: 'Hide' }));
  expect(trip.getByText('Animals or animal products')).not.toBeVisible();
});

test('a day is copied in the format of forms, and a time shows its zone on focus', async () => {
  const user = userEvent.setup();
  const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
  await open({ customerMessages: [messageOf({ create_ts: '2026-11-21T08:24:00.000Z' })] });
  await user.click(screen.getByRole('button', { name: 'Copy Date of birth' }));
  expect(writeText).toHaveBeenCalledWith('1988-03-09');
  act(() =>
    section('Customer Messages')
      .getByText(/ago$|^just now$/)
      .focus(),
  );
  expect(await screen.findByRole('tooltip')).toHaveTextContent(/^21\/11\/2026 08:24 UTC · 21\/11\/2026 .* in /);
});

test('a family has a row for each member, whose passport number is copied with one press', async () => {
  const user = userEvent.setup();
  const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
  await open({ familyMember: [kai, { ...kai, family_member_name: null, family_passport_number: null }] });
  const family = section('Family Information');
  expect(family.getByRole('columnheader', { name: 'Other nationalities' })).toBeVisible();
  expect(family.getByText('כי טאנה').tagName).toBe('BDI');
  expect(family.getAllByRole('row')).toHaveLength(3);
  await user.click(family.getByRole('button', { name: 'Copy Passport number of כי טאנה' }));
  expect(writeText).toHaveBeenCalledWith('Z0000316');
});

test('goods show their eight answers, and a table of items for each declared category', async () => {
  await open({
    importingGoods: [
      { Animalsoption: 'yes', purchaseoption: 'yes', currencyoption: 'no' },
      { category: 'purchase', description: 'Camera', quantity: 3, units: 'pieces', value: '1,840.00', currency: 'USD' },
    ],
  });
  const goods = section('Importing Goods / Items brought');
  expect(goods.getByRole('heading', { name: 'Indonesian Customs Declaration' })).toBeVisible();
  await userEvent.click(goods.getByRole('button', { name: 'Show' }));
  expect(goods.getAllByRole('term')).toHaveLength(8);
  expect(goods.getByText('2 answered Yes')).toBeVisible();
  const bought = within(goods.getByRole('table', { name: '6. Goods bought abroad worth more than USD 500' }));
  expect(bought.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Item',
    'Category',
    'Quantity',
    'Value',
    'Currency',
  ]);
  expect(bought.getByRole('row', { name: 'Camera purchase 3 pieces 1,840.00 USD' })).toBeVisible();
  const animals = goods.getByRole('table', { name: '1. Animals, fish and plants including their products' });
  expect(animals).toHaveTextContent('No data available in table');
});

test.each([
  ['["Honey", "Jam"]', 'Honey'],
  ['["Honey"', null],
])('a list of choices as JSON text is parsed: %s', async (food_options, shown) => {
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  await open({ any_food: 'yes', food_options });
  const trip = section('Trip Information');
  expect(trip.getByText(/^Any food/)).toBeVisible();
  if (shown) expect(trip.getByText(new RegExp(shown))).toBeVisible();
  else expect(trip.queryByText(/Honey/)).toBeNull();
  expect(warned.mock.calls.length > 0).toBe(shown === null);
  warned.mockRestore();
});

test('a flag in the header focuses its answer', async () => {
  await open({ identification_status: 'a New Zealand temporary entry class visa', sentenced_to_prison: 'yes' });
  await userEvent.click(flags().getByRole('link', { name: 'Prison' }));
  expect(document.activeElement).toHaveTextContent('Have you ever been sentenced to prison?Yes');
});

test('a flag about a section focuses its heading', async () => {
  await open({ email_bounced: true, mailHistory: [mailOf({ state: 'bounced' })] });
  await userEvent.click(flags().getByRole('link', { name: 'Email bounced' }));
  expect(screen.getByRole('heading', { name: 'Email History' })).toHaveFocus();
});

test('an order without anything unusual has no flags', async () => {
  await open({});
  expect(screen.queryByRole('list', { name: 'Needs a second look' })).toBeNull();
});

test('a press on the telephone number calls it', async () => {
  await open({ country_code: '91', phone_number: '55501 23456' });
  expect(screen.getByRole('link', { name: '+91 55501 23456' })).toHaveAttribute('href', 'tel:+915550123456');
});

test('with several dates of arrival the flag focuses one of them', async () => {
  const days = {
    ...{ day_of_arrival: '24', month_of_arrival: '11', year_of_arrival: '2026' },
    ...{ scheduled_arrival_day: '25', scheduled_arrival_month: '11', scheduled_arrival_year: '2026' },
  };
  await openOrder(fakeDesk({ order: orderOf({ travel_type: 'sea', cruise_trip: null, ...days }) }));
  const places = document.querySelectorAll('[id="day-of-arrival"]');
  expect([...places].map(({ textContent }) => textContent)).toEqual([expect.stringContaining('24/November/2026')]);
});
