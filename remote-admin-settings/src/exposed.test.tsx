import { act, screen } from '@testing-library/react';
import { toastSuccess } from 'shared/desk';
import { testRemote } from 'shared/testing/testRemote';
import { descriptor } from './descriptor.ts';
import * as exposed from './exposed.tsx';
import { openAs } from './testing/openAs.tsx';

testRemote('remote-admin-settings', { exposed, descriptor });

afterEach(() => jest.useRealTimers());

test('a toast on a settings page leaves after 5 seconds', () => {
  jest.useFakeTimers();
  openAs('Manager', <p>A screen</p>);
  act(() => void toastSuccess('Done'));
  for (let second = 0; second < 6; second += 1) act(() => jest.advanceTimersByTime(1_000));
  expect(screen.queryByText('Done')).not.toBeInTheDocument();
});
