import { render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { TrackOrderForm } from './TrackOrderForm.tsx';

test('who types as the form comes goes on in the same field: it has the focus before anything else can happen', () => {
  document.body.innerHTML = '<form data-first-paint><input name="orderId"><input name="email" value="maia@"></form>';
  document.querySelector<HTMLInputElement>('[name=email]')!.focus();
  let focused: Element | null = null;
  function Page() {
    // In the same turn as the form is put on the page; effects come later, and keys between.
    useLayoutEffect(() => {
      focused = document.activeElement;
    }, []);
    return <TrackOrderForm orderId="" />;
  }
  render(<Page />, { wrapper: MemoryRouter });
  expect(focused).toBe(screen.getByLabelText('Email ID'));
  expect(focused).toHaveValue('maia@');
});
