import { render, screen, within } from '@testing-library/react';
import { Bars } from './index.ts';

const rows = [
  { name: 'India', values: [1_000, 120] },
  { name: 'Fiji', values: [3, 0] },
];
const series = [
  { label: 'Standard', color: 'standard' },
  { label: 'Priority', color: 'priority' },
] as const;

test('a chart is one image with a text alternative, and prints each name and sum', () => {
  render(<Bars label="Bar chart: India 1,120, Fiji 3." series={series} rows={rows} />);
  const picture = screen.getByRole('img', { name: 'Bar chart: India 1,120, Fiji 3.' });
  const lists = [...picture.querySelectorAll('ol, ul')].map((list) =>
    [...list.children].map((item) => item.textContent),
  );
  expect(lists).toEqual([
    ['Standard', 'Priority'],
    ['India', 'Fiji'],
    ['1,120', '3'],
  ]);
  expect(within(picture).getByTitle('India')).toBeVisible();
});

test('bars of one part have no legend', () => {
  render(<Bars label="Bar chart" series={[series[0]]} rows={[{ name: 'Tia', values: [4] }]} />);
  expect(screen.getByRole('img').querySelector('ul')).toBeNull();
});
