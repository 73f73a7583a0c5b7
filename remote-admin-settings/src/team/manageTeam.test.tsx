import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router';
import toast from 'react-hot-toast/headless';
import { documentCalls } from 'shared/api/documentCalls';
import { folderCalls } from 'shared/api/folderCalls';
import { teamCalls, type TeamMember } from 'shared/api/teamCalls';
import { queryClient, Toaster, useSession } from 'shared/desk';
import { roles, type Role } from 'shared/rules/permissions';
import { outboxReason } from 'shared/rules/outbox';
import { fakeApi, type FakeApi } from 'shared/testing/fakeApi';
import { folderCountsOf } from 'shared/testing/folderCountsOf';
import { StaffTheme } from 'shared/kit/base';
import { ManageTeamScreen } from './ManageTeamScreen.tsx';

const memberOf = (id: number, name: string, type: Role, more: Partial<TeamMember> = {}): TeamMember => ({
  ...{ id, name, type, email: `${name.split(' ')[1]!.toLowerCase()}@demo.test` },
  ...{ unfinished_orders: 0, has_password: true, link: null, ...more },
});

const team = [
  memberOf(1, 'Ada Admin', 'Admin'),
  memberOf(2, 'Max Manager', 'Manager'),
  memberOf(3, 'Tia Team', 'Team', { unfinished_orders: 12 }),
  memberOf(4, 'Nia Night', 'Night Staff', {
    has_password: false,
    link: { state: 'expired', reason: null, expires_at: '2026-11-21T10:00:00.000Z' },
  }),
];

/** The screen as seen by Ada Admin, Max Manager or Tia Team. */
function open(
  role: 'Admin' | 'Manager' | 'Team',
  path = '/admin/manage-team',
  alter: (api: FakeApi) => void = () => {},
) {
  queryClient.clear();
  toast.remove();
  const self = team.find(({ type }) => type === role)!;
  const user = { id: self.id, name: self.name, type: role };
  useSession.setState({ accessToken: 'token', user, isAuth: true, role });
  const api = fakeApi();
  api.on(teamCalls.team, () => ({ data: team }));
  api.on(teamCalls.teamRoles, () => ({ data: [...roles] }));
  api.on(teamCalls.teamMember, ({ id }) => {
    const found = team.find((member) => member.id === id);
    return found ? { data: found } : { httpStatus: 404, message: 'This team member doesn’t exist.' };
  });
  api.on(documentCalls.mailProviders, () => ({ data: { AWS: false, Sendgrid: false } }));
  api.on(folderCalls.folderCounts, () => ({ data: folderCountsOf() }));
  api.on(teamCalls.addMember, ({ name }) => ({ message: `${name} was added.`, data: { id: 9 } }));
  api.on(teamCalls.updateMember, ({ name }) => ({
    message: `Changes to ${name} saved.`,
    data: { unfinished_orders: 0 },
  }));
  api.on(teamCalls.deleteMember, () => ({
    message: 'Team member deleted successfully.',
    data: { unfinished_orders: 12 },
  }));
  alter(api);
  render(
    <MemoryRouter initialEntries={[path]}>
      <StaffTheme>
        <Link to="/elsewhere">Away</Link>
        <Routes>
          <Route path="/admin/manage-team" element={<ManageTeamScreen />} />
          <Route path="/admin/manage-team/:teamMemberId" element={<ManageTeamScreen />} />
          <Route path="/elsewhere" element="Somewhere else" />
        </Routes>
      </StaffTheme>
      <Toaster />
    </MemoryRouter>,
  );
  return api;
}

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

test('members are listed with email and role, and with the state of a missing password', async () => {
  open('Admin');
  expect(within(await rowOf('Tia Team')).getByText('team@demo.test')).toBeInTheDocument();
  expect(await rowOf('Nia Night')).toHaveTextContent('The password link has expired. Send a new one.');
  expect(within(await rowOf('Ada Admin')).getByText('You')).toBeInTheDocument();
  expect(document.title).toBe('New Zealand Travel Declaration');
});

test.each<[string, TeamMember['link']]>([
  ['A password link was sent.', { state: 'sent', reason: null, expires_at: '2026-11-23T10:00:00.000Z' }],
  [
    'The password link is in the outbox.',
    { state: 'sent', reason: outboxReason, expires_at: '2026-11-23T10:00:00.000Z' },
  ],
  ['The password link is being sent.', { state: 'queued', reason: null, expires_at: null }],
  [
    'The password link could not be sent. There is no such mailbox.',
    { state: 'failed', reason: 'There is no such mailbox.', expires_at: null },
  ],
  ['No password yet. Send them a link to choose one.', null],
])('the text for a link is: %s', async (text, link) => {
  open('Admin', '/admin/manage-team', (api) =>
    api.on(teamCalls.team, () => ({ data: [memberOf(5, 'New Member', 'Team', { has_password: false, link })] })),
  );
  expect(await rowOf('New Member')).toHaveTextContent(text);
});

test('while a link is being sent the list is polled', async () => {
  let asked = 0;
  const linkAt = (time: number): TeamMember['link'] =>
    time === 1
      ? { state: 'queued', reason: null, expires_at: null }
      : { state: 'sent', reason: outboxReason, expires_at: '2026-11-23T10:00:00.000Z' };
  open('Admin', '/admin/manage-team', (api) =>
    api.on(teamCalls.team, () => ({
      data: [memberOf(5, 'New Member', 'Team', { has_password: false, link: linkAt((asked += 1)) })],
    })),
  );
  expect(await rowOf('New Member')).toHaveTextContent('The password link is being sent.');
  await waitFor(async () => expect(await rowOf('New Member')).toHaveTextContent('is in the outbox.'));
});

test('an Admin may change all members and delete all but themselves', async () => {
  open('Admin');
  expect(within(await rowOf('Max Manager')).getByRole('button', { name: 'Delete Max Manager' })).toBeVisible();
  expect(within(await rowOf('Ada Admin')).getByRole('link', { name: 'Edit Ada Admin' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete Ada Admin' })).toBeNull();
});

test('a Manager may not change Admins or Managers, themselves included', async () => {
  open('Manager');
  expect(await rowOf('Ada Admin')).toHaveTextContent('Admins only');
  expect(await rowOf('Max Manager')).toHaveTextContent('Admins only');
  expect(within(await rowOf('Tia Team')).getByRole('button', { name: 'Delete Tia Team' })).toBeVisible();
  await screen.findByRole('option', { name: 'Team' });
  const offered = within(screen.getByLabelText('Role')).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Select a role', 'Team', 'Telecaller', 'Night Staff']);
});

test('other roles see the list, with a note on who may change it', async () => {
  open('Team', '/admin/manage-team/3');
  await rowOf('Ada Admin');
  expect(screen.getByText('Only Admin and Manager can change this.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Add|Save|Delete/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /Edit/ })).toBeNull();
});

describe('adding', () => {
  test('requires a password and shows its rule; or sends a link, and says to which address', async () => {
    const api = open('Admin');
    await screen.findByRole('option', { name: 'Manager' });
    expect(screen.getAllByRole('radio').map((way) => (way as HTMLInputElement).checked)).toEqual([true, false]);
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('At least 6 characters.');
    await userEvent.click(screen.getByLabelText('Send a link to choose a password'));
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(await screen.findByText('Mail goes to the outbox.')).toBeVisible();
    await type('Name', 'Nomvula Night');
    await type('Email', 'nomvula@demo.test');
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Night Staff');
    expect(screen.getByText('Processes orders. Cannot see team, gateway or password settings.')).toBeVisible();
    await press('Add team member');
    expect(await screen.findByText('Nomvula Night was added.')).toBeVisible();
    expect(api.to(teamCalls.addMember)[0]!.body).toEqual({
      ...{ name: 'Nomvula Night', email: 'nomvula@demo.test', type: 'Night Staff' },
      ...{ password: '', sendLink: 'Y' },
    });
    expect(screen.getByLabelText('Name')).toHaveValue('');
    expect(api.to(teamCalls.team).length).toBeGreaterThan(1);
  });

  test('every empty field is reported and nothing is sent; a link needs no password', async () => {
    const api = open('Admin');
    await screen.findByLabelText('Name');
    await press('Add team member');
    const texts = [
      'Please enter your name.',
      'Please enter your email.',
      'Please enter your password.',
      'Please select type.',
    ];
    for (const text of texts) expect(await screen.findByText(text)).toBeVisible();
    await userEvent.click(screen.getByLabelText('Send a link to choose a password'));
    await press('Add team member');
    await waitFor(() => expect(screen.queryByText('Please enter your password.')).toBeNull());
    await userEvent.click(screen.getByLabelText('Set a password'));
    await type('Password', 'five5');
    expect(await screen.findByText('Password must be at least 6 characters.')).toBeVisible();
    expect(api.to(teamCalls.addMember)).toEqual([]);
  });

  test('the API’s errors appear under their fields, and the typed text stays', async () => {
    const api = open('Admin');
    const message = 'Tia Team already uses this email.';
    api.on(teamCalls.addMember, () => ({ httpStatus: 409, message, errors: { email: message } }));
    await screen.findByRole('option', { name: 'Team' });
    await type('Name', 'Nomvula Night');
    await type('Email', 'team@demo.test');
    await type('Password', 'long enough');
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Team');
    await press('Add team member');
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(message));
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Password')).toHaveValue('long enough');
    expect(api.to(teamCalls.addMember)[0]!.body).toMatchObject({ password: 'long enough' });
    expect(api.to(teamCalls.addMember)[0]!.body).not.toHaveProperty('sendLink');
    api.on(teamCalls.addMember, () => ({ message: 'Nomvula Night was added.', data: { id: 9 } }));
    await press('Add team member');
    expect(await screen.findByText('Nomvula Night was added.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a field is validated when it is left, and not before it was reached', async () => {
    open('Admin');
    await userEvent.type(await screen.findByLabelText('Email'), 'no address');
    await userEvent.tab();
    expect(await screen.findByText('Please enter your email.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toBeValid();
  });

  test('offline the buttons wait, and the form says why', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    open('Admin');
    await userEvent.click(within(await rowOf('Tia Team')).getByRole('button', { name: 'Delete Tia Team' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Add team member' })).toBeDisabled();
    expect(screen.getByText('You are offline. What you typed is kept.')).toBeVisible();
    jest.restoreAllMocks();
  });

  test('a Manager can choose only roles that they may assign', async () => {
    open('Manager');
    expect(await screen.findByRole('option', { name: 'Telecaller' })).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: 'Manager' })).toBeNull();
  });

  test('roles that failed to load show an error, and can be loaded again', async () => {
    let works = false;
    open('Admin', '/admin/manage-team', (api) =>
      api.on(teamCalls.teamRoles, () =>
        works ? { data: [...roles] } : { httpStatus: 500, message: 'Something went wrong here.' },
      ),
    );
    expect(await screen.findByText(/The roles could not be loaded/)).toBeVisible();
    works = true;
    await press('Retry');
    expect(await screen.findByRole('option', { name: 'Telecaller' })).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('Role')).toHaveFocus());
    expect(screen.queryByText(/The roles could not be loaded/)).toBeNull();
  });
});

describe('editing', () => {
  test('the form shows the member; an empty password is sent as empty, and saving returns to the list', async () => {
    const api = open('Admin');
    await userEvent.click(within(await rowOf('Tia Team')).getByRole('link', { name: 'Edit Tia Team' }));
    const name = await screen.findByDisplayValue('Tia Team');
    await waitFor(() => expect(name).toHaveFocus());
    expect(screen.getByLabelText('Set a password')).toBeChecked();
    expect(screen.getByText('Leave blank to keep the current password.')).toBeVisible();
    expect(screen.getByText('Changing name, email, role or password signs them out.')).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Manager');
    expect(
      screen.getByText(/^Tia Team will be signed out\. Unless you set a password here, we’ll email them a link/),
    ).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Team');
    await userEvent.clear(name);
    await userEvent.type(name, 'Tia Toru');
    await press('Save changes');
    expect(await screen.findByRole('heading', { name: 'Add a team member' })).toBeVisible();
    expect(api.to(teamCalls.updateMember)[0]!.body).toEqual({
      ...{ name: 'Tia Toru', email: 'team@demo.test', type: 'Team', password: '', tmId: 3 },
    });
  });

  test('cached data is refetched, because an old name would be written back', async () => {
    const api = open('Admin', '/admin/manage-team/3');
    await screen.findByDisplayValue('Tia Team');
    await press('Save changes');
    await screen.findByRole('heading', { name: 'Add a team member' });
    api.on(teamCalls.teamMember, () => ({ data: { ...team[2]!, name: 'Tia Toru' } }));
    await userEvent.click(within(await rowOf('Tia Team')).getByRole('link', { name: 'Edit Tia Team' }));
    expect(await screen.findByDisplayValue('Tia Toru')).toBeVisible();
  });

  test('a link can be sent to a member who has no valid one', async () => {
    const api = open('Manager', '/admin/manage-team/4');
    await screen.findByDisplayValue('Nia Night');
    await userEvent.click(screen.getByLabelText('Send a link to choose a password'));
    await press('Save changes');
    await screen.findByRole('heading', { name: 'Add a team member' });
    expect(api.to(teamCalls.updateMember)[0]!.body).toMatchObject({ password: '', sendLink: 'Y', tmId: 4 });
  });

  test('a save that ends after leaving the page does not return to it', async () => {
    const answer = Promise.withResolvers<void>();
    const api = open('Admin', '/admin/manage-team/3');
    api.on(teamCalls.updateMember, async () => {
      await answer.promise;
      return { message: 'Changes to Tia Team saved.', data: { unfinished_orders: 0 } };
    });
    await screen.findByDisplayValue('Tia Team');
    await press('Save changes');
    await userEvent.click(screen.getByRole('link', { name: 'Away' }));
    answer.resolve();
    expect(await screen.findByText('Changes to Tia Team saved.')).toBeVisible();
    expect(screen.getByText('Somewhere else')).toBeVisible();
  });

  test('a member who was deleted meanwhile leaves the list', async () => {
    const api = open('Admin', '/admin/manage-team/3');
    await screen.findByDisplayValue('Tia Team');
    api.on(teamCalls.updateMember, () => ({ httpStatus: 404, message: 'This team member doesn’t exist.' }));
    api.on(teamCalls.team, () => ({ data: team.filter(({ id }) => id !== 3) }));
    await press('Save changes');
    await waitFor(() => expect(screen.queryByRole('row', { name: /Tia Team/ })).toBeNull());
  });

  test('a demotion is confirmed first, with the number of released orders; other roles are not', async () => {
    const api = open('Admin', '/admin/manage-team/3');
    await screen.findByDisplayValue('Tia Team');
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Night Staff');
    await press('Save changes');
    const question = await screen.findByRole('alertdialog', { name: 'Change Tia Team to Night Staff?' });
    expect(question).toHaveTextContent('12 unfinished orders will return to their folders');
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(api.to(teamCalls.updateMember)).toEqual([]);
    expect(screen.getByLabelText('Role')).toHaveValue('Night Staff');

    await press('Save changes');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Changes to Tia Team saved.')).toBeVisible();
    expect(api.to(teamCalls.updateMember)[0]!.body).toMatchObject({ type: 'Night Staff', tmId: 3 });
  });

  test('members see their own role as text', async () => {
    open('Admin', '/admin/manage-team/1');
    await screen.findByDisplayValue('Ada Admin');
    expect(screen.getByText('You can’t change your own role.')).toBeVisible();
    const offered = within(screen.getByLabelText('Role')).getAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Select a role', 'Admin']);
  });

  test('the edit URL of a member says who may change them, if the reader may not', async () => {
    open('Manager', '/admin/manage-team/1');
    expect(await screen.findByText('Only Admin can change this.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  });

  test('the URL of an unknown member says so, and links to the form', async () => {
    open('Manager', '/admin/manage-team/77');
    await screen.findByText(/This team member doesn’t exist/);
    await userEvent.click(screen.getByRole('link', { name: 'Add a team member' }));
    expect(await screen.findByRole('button', { name: 'Add team member' })).toBeVisible();
  });
});

describe('deleting', () => {
  test('asks with the current number of released orders, and deletes', async () => {
    const api = open('Manager');
    api.on(teamCalls.teamMember, () => ({ data: { ...team[2]!, unfinished_orders: 1_240 } }));
    await userEvent.click(within(await rowOf('Tia Team')).getByRole('button', { name: 'Delete Tia Team' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete?' });
    expect(dialog).toHaveTextContent('Tia Team will be signed out immediately.');
    await waitFor(() =>
      expect(dialog).toHaveTextContent('1,240 unfinished orders will return to their folders for others to take.'),
    );
    api.on(teamCalls.team, () => ({ data: team.filter(({ id }) => id !== 3) }));
    await press('Delete Tia Team');
    expect(await screen.findByText('Team member deleted successfully.')).toBeVisible();
    expect(api.to(teamCalls.deleteMember)[0]!.body).toEqual({ teamMemberId: 3 });
    await waitFor(() => expect(screen.queryByText('Tia Team')).toBeNull());
    expect(api.to(folderCalls.folderCounts).length).toBeGreaterThan(0);
  });

  test('an open member is not fetched again after being deleted', async () => {
    const api = open('Admin', '/admin/manage-team/3');
    await screen.findByDisplayValue('Tia Team');
    await userEvent.click(within(await rowOf('Tia Team')).getByRole('button', { name: 'Delete Tia Team' }));
    await screen.findByRole('alertdialog');
    await waitFor(() => expect(api.to(teamCalls.teamMember)).toHaveLength(2));
    api.on(teamCalls.team, () => ({ data: team.filter(({ id }) => id !== 3) }));
    await press('Delete Tia Team');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Edit Tia Team' })).toBeNull());
    expect(api.to(teamCalls.teamMember)).toHaveLength(2);
  });

  test('the row that replaces the deleted one is focused', async () => {
    const api = open('Admin');
    await userEvent.click(within(await rowOf('Tia Team')).getByRole('button', { name: 'Delete Tia Team' }));
    await screen.findByRole('alertdialog');
    api.on(teamCalls.team, () => ({ data: team.filter(({ id }) => id !== 3) }));
    await press('Delete Tia Team');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Edit Nia Night' })).toHaveFocus());
  });

  test('a refusal refetches the list', async () => {
    const api = open('Admin');
    await userEvent.click(within(await rowOf('Tia Team')).getByRole('button', { name: 'Delete Tia Team' }));
    await screen.findByRole('alertdialog');
    api.on(teamCalls.deleteMember, () => ({ httpStatus: 404, message: 'This team member doesn’t exist.' }));
    api.on(teamCalls.team, () => ({ data: team.filter(({ id }) => id !== 3) }));
    await press('Delete Tia Team');
    expect(await screen.findByRole('alert')).toHaveTextContent('This team member doesn’t exist.');
    await waitFor(() => expect(screen.queryByText('Tia Team')).toBeNull());
  });

  test('Cancel does nothing; the question says if a member has no orders', async () => {
    const api = open('Admin');
    await userEvent.click(within(await rowOf('Nia Night')).getByRole('button', { name: 'Delete Nia Night' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('They have no unfinished orders.');
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(api.to(teamCalls.deleteMember)).toEqual([]);
  });
});

test('a list that failed to load shows an error, and Retry loads again', async () => {
  let works = false;
  open('Admin', '/admin/manage-team', (api) =>
    api.on(teamCalls.team, () => (works ? { data: team } : { httpStatus: 500, message: 'Something went wrong here.' })),
  );
  expect(await screen.findByText('The team could not be loaded')).toBeVisible();
  works = true;
  await press('Retry');
  expect(await rowOf('Tia Team')).toBeInTheDocument();
});
