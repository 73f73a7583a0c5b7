import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { gatewayCalls, type Gateway, type GatewayChange } from 'shared/api/gatewayCalls';
import { queryClient, queryOptions } from 'shared/desk';
import { firstCallDefinition, firstCallInput } from 'shared/remote/firstCall';
import type { RemoteDescriptor } from 'shared/remote/remoteDescriptor';
import type { Role } from 'shared/rules/permissions';
import { fakeApi } from 'shared/testing/fakeApi';
import { descriptor } from '../descriptor.ts';
import { openAs } from '../testing/openAs.tsx';
import { GatewayScreen } from './GatewayScreen.tsx';

const names = ['Stripe', 'PayPal', 'Authorize.net'];
const at = (time: string) => `2026-11-14T${time}:00.000Z`;

/** A fake API with three gateways, of which Stripe is active. It stores changes. */
function gatewaysApi(changes: GatewayChange[] = []) {
  let active = changes[0]?.to ?? 'Stripe';
  const rows = (): Gateway[] =>
    names.map((gateway_name, index) => ({
      id: index + 1,
      gateway_name,
      is_active: gateway_name === active ? '1' : '0',
      last_active: gateway_name === active ? null : (changes.find(({ from }) => from === gateway_name)?.at ?? null),
    }));
  return fakeApi()
    .on(gatewayCalls.gateways, () => ({ data: rows(), changes: [...changes] }))
    .on(gatewayCalls.activateGateway, ({ gatewayId }) => {
      const to = names[gatewayId - 1]!;
      changes.unshift({ at: at('10:30'), by: 'Max Manager', from: active, to });
      active = to;
      return { message: `${to} is now the active gateway instead of ${changes[0]!.from}.`, data: null };
    });
}

const open = (role: Role = 'Manager') => openAs(role, <GatewayScreen />);
const choose = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }));
const press = () => userEvent.click(screen.getByRole('button', { name: 'Active Gateway' }));
const history = () => within(screen.getByRole('region', { name: 'History' }));

test('each gateway shows since when it is active, until when it was, or that it never was', async () => {
  gatewaysApi([{ at: at('09:12'), by: 'Ada Admin', from: 'Stripe', to: 'PayPal' }]);
  open();
  expect(await screen.findByRole('radio', { name: 'PayPal' })).toHaveAccessibleDescription(
    'Active since 14/11/2026 09:12 (UTC), set by Ada Admin',
  );
  expect(screen.getByRole('radio', { name: 'Stripe' })).toHaveAccessibleDescription(
    'Last active until 14/11/2026 09:12 (UTC)',
  );
  expect(screen.getByRole('radio', { name: 'Authorize.net' })).toHaveAccessibleDescription('Not used yet');
  expect(screen.getAllByText('Active')).toHaveLength(1);
  expect(document.title).toBe('New Zealand Travel Declaration');
  expect(
    history()
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([expect.stringContaining('14/11/2026 09:12'), 'Ada Admin', 'Stripe', 'PayPal']);
});

test('before the first change the history says that there is none', async () => {
  gatewaysApi();
  open();
  expect(await screen.findByText('No record found')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Stripe' })).toHaveAccessibleDescription('Active since setup');
});

test('without a choice the form says so and sends nothing', async () => {
  const api = gatewaysApi();
  open();
  await screen.findByRole('radio', { name: 'Stripe' });
  await press();
  expect(await screen.findByText('Please select gateway.')).toBeVisible();
  expect(screen.getByRole('radiogroup', { name: 'Gateway' })).toBeInvalid();
  expect(screen.getByRole('radiogroup', { name: 'Gateway' })).toHaveAccessibleDescription('Please select gateway.');
  expect(screen.getByRole('radio', { name: 'Stripe' })).toHaveFocus();
  expect(api.to(gatewayCalls.activateGateway)).toHaveLength(0);
  await choose('PayPal');
  await waitFor(() => expect(screen.queryByText('Please select gateway.')).toBeNull());
});

test('the chosen gateway becomes active, list and history show it, and the choice is reset', async () => {
  const api = gatewaysApi();
  open();
  await choose('PayPal');
  expect(screen.getByText('New payments will go to PayPal once it’s activated.')).toBeVisible();
  await press();
  expect(await screen.findByRole('status')).toHaveTextContent('PayPal is now the active gateway instead of Stripe.');
  expect(api.to(gatewayCalls.activateGateway)[0]!.body).toEqual({ gatewayId: 2 });
  await waitFor(() =>
    expect(screen.getByRole('radio', { name: 'PayPal' })).toHaveAccessibleDescription(
      'Active since 14/11/2026 10:30 (UTC), set by Max Manager',
    ),
  );
  expect(history().getAllByRole('row')).toHaveLength(2);
  for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
  // Another press requires a choice again.
  await press();
  expect(await screen.findByText('Please select gateway.')).toBeVisible();
});

test('choosing the active gateway says that it is active', async () => {
  gatewaysApi();
  open();
  await choose('Stripe');
  expect(screen.getByText('Stripe is already active.')).toBeVisible();
});

test('a refusal is shown, the choice stays, and a stale list is refetched', async () => {
  const api = gatewaysApi().on(gatewayCalls.activateGateway, () => ({
    httpStatus: 404,
    message: 'There is no such gateway.',
  }));
  open();
  await choose('PayPal');
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such gateway.');
  expect(screen.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  await waitFor(() => expect(api.to(gatewayCalls.gateways)).toHaveLength(2));
  api.on(gatewayCalls.activateGateway, () => ({ message: 'PayPal is now the active gateway.', data: null }));
  await press();
  expect(await screen.findByText('PayPal is now the active gateway.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('offline the button waits, and says why', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  gatewaysApi();
  open();
  await choose('PayPal');
  expect(screen.getByRole('button', { name: 'Active Gateway' })).toBeDisabled();
  expect(screen.getByText('You are offline. Your choice is kept.')).toBeVisible();
  jest.restoreAllMocks();
});

test('the field has its name from the rules, and the API’s error appears under it', async () => {
  const text = 'Please select gateway.';
  gatewaysApi().on(gatewayCalls.activateGateway, () => ({
    ...{ httpStatus: 400, message: text, errors: { gatewayId: text } },
  }));
  open();
  await choose('PayPal');
  expect(screen.getByRole('radio', { name: 'PayPal' })).toHaveAttribute('name', 'gatewayName');
  await press();
  await waitFor(() =>
    expect(screen.getByRole('radiogroup', { name: 'Gateway' })).toHaveAccessibleDescription('Please select gateway.'),
  );
});

test.each<[Role, boolean]>([
  ['Admin', true],
  ['Manager', true],
  ['Team', false],
  ['Telecaller', false],
])('%s may change the gateway: %s', async (role, may) => {
  gatewaysApi();
  open(role);
  expect(await screen.findByText('Stripe')).toBeVisible();
  expect(screen.queryAllByRole('radio')).toHaveLength(may ? 3 : 0);
  expect(screen.queryAllByRole('button', { name: 'Active Gateway' })).toHaveLength(may ? 1 : 0);
  expect(screen.queryAllByText('Only Admin and Manager can change this.')).toHaveLength(may ? 0 : 1);
  expect(screen.getByText('No record found')).toBeVisible();
});

test('a failed load says so, and Retry loads again', async () => {
  const api = gatewaysApi().on(gatewayCalls.gateways, () => ({ httpStatus: 500, message: 'Something went wrong.' }));
  open();
  expect(await screen.findByText('The gateways could not be loaded')).toBeVisible();
  api.on(gatewayCalls.gateways, () => ({ data: [], changes: [] }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Payment gateway')).toBeVisible();
});

test('the first call matches the descriptor', async () => {
  gatewaysApi();
  open();
  await screen.findByText('Stripe');
  const { routes }: RemoteDescriptor = descriptor;
  const { firstCall } = routes.find(({ path }) => path === '/admin/gateway-setting')!;
  const asked = { params: {}, search: new URLSearchParams(), memberName: 'Max Manager' };
  const { queryKey } = queryOptions(firstCallDefinition(firstCall!), firstCallInput(firstCall!, asked)!);
  expect(queryClient.getQueryData(queryKey)).toBeDefined();
});
