import { render } from '@testing-library/react';
import { statuses } from '../../rules/orderStatus.ts';
import { ownShapes, StatusIcon, StatusLabel } from './StatusIcon.tsx';
import tokens from '../theme/tokens.json';

test('every status has its own shape', () => {
  const shapes = statuses.map((status) =>
    render(<StatusIcon status={status} />).container.innerHTML.replace(/color[^;"]*/g, ''),
  );
  expect(new Set(shapes).size).toBe(statuses.length);
});

test('our own shapes match the tokens', () => {
  const normal = (svg: string) =>
    svg
      .replace(/'/g, '"')
      .replace(/\s*\/>/g, '>')
      .replace(/<\/\w+>/g, '');
  for (const { key, svg } of tokens.status) {
    if (!svg) continue;
    const { container } = render(<svg>{ownShapes[key as keyof typeof ownShapes]}</svg>);
    expect(normal(container.querySelector('svg')!.innerHTML)).toBe(normal(svg));
  }
});

test('a screen reader gets a status’s label, not its value or icon', () => {
  const { container } = render(<StatusLabel status="Awaiting" />);
  expect(container).toHaveTextContent(/^Awaiting Customer$/);
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
});
