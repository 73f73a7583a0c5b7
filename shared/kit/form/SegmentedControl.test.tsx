import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SegmentedControl } from './SegmentedControl.tsx';

test('the control is a radio group: the choice is checked, and a click changes it', async () => {
  const choose = jest.fn();
  const options = [
    { value: 'AWS', label: 'AWS' },
    { value: 'Sendgrid', label: 'Sendgrid' },
  ] as const;
  render(<SegmentedControl label="Mail provider" options={options} value="AWS" onChange={choose} />);
  expect(screen.getByRole('radiogroup', { name: 'Mail provider' })).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'AWS' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Sendgrid' }));
  expect(choose).toHaveBeenCalledWith('Sendgrid');
});
