import { render } from '@testing-library/react';
import { statuses } from '../../rules/orderStatus.ts';
import { StatusIcon, StatusLabel } from './StatusIcon.tsx';

test('every status has its own shape', () => {
  const shapes = statuses.map((status) =>
    render(<StatusIcon status={status} />).container.innerHTML.replace(/color[^;"]*/g, ''),
  );
  expect(new Set(shapes).size).toBe(statuses.length);
});

test('a screen reader gets a status’s label, not its value or icon', () => {
  const { container } = render(<StatusLabel status="Awaiting" />);
  expect(container).toHaveTextContent(/^Awaiting Customer$/);
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
});
