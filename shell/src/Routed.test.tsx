import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, useLoaderData, useLocation } from 'react-router-dom';
import { Routed } from './Routed.tsx';

test('what is routed is drawn for each arrival, and not while the router is on its way', async () => {
  const drawn: string[] = [];
  let arrive = () => {};
  const loaded = new Promise<null>((resolve) => (arrive = () => resolve(null)));
  function Place() {
    const { pathname } = useLocation();
    // Whatever the router says reaches who reads what was loaded.
    useLoaderData();
    drawn.push(pathname);
    return <h1>{pathname}</h1>;
  }
  const router = createMemoryRouter([
    { path: '/late', loader: () => loaded, Component: Place },
    { path: '*', Component: Place },
  ]);
  render(<Routed router={router} />);
  expect(drawn).toEqual(['/']);

  await act(async () => void router.navigate('/late'));
  expect(router.state.navigation.state).toBe('loading');
  expect(drawn).toEqual(['/']);

  await act(async () => arrive());
  expect(drawn).toEqual(['/', '/late']);
  expect(screen.getByRole('heading')).toHaveTextContent('/late');
});

test('who goes elsewhere while a screen is on its way comes there, and a loader that fails is told', async () => {
  const router = createMemoryRouter([
    { path: '/never', loader: () => new Promise<null>(() => {}), element: <h1>Never</h1> },
    {
      path: '/broken',
      loader: () => Promise.reject(new Error('broken')),
      element: <h1>Never</h1>,
      errorElement: <h1>It broke</h1>,
    },
    { path: '*', element: <h1>Elsewhere</h1> },
  ]);
  render(<Routed router={router} />);
  await act(async () => void router.navigate('/never'));
  await act(async () => router.navigate('/other'));
  expect(screen.getByRole('heading')).toHaveTextContent('Elsewhere');
  await act(async () => router.navigate('/broken'));
  expect(screen.getByRole('heading')).toHaveTextContent('It broke');
});
