import { contractVersion, type RemoteContract, type RemoteRoute } from 'shared/remote/remoteContract';
import { StaffTheme } from 'shared/kit/theme/StaffTheme';

const notHereYet = async () => (await import('shared/kit/screen/NotHereYet')).NotHereYet;

const comingScreen = (path: string, title: string, what: string): RemoteRoute => ({
  path,
  load: notHereYet,
  props: { title, what },
});

const manageTeam = 'The members of the team, with their roles: add, edit and delete them.';

export const exposed: RemoteContract = {
  contract: contractVersion,
  Frame: StaffTheme,
  routes: [
    comingScreen(
      'country-order-list',
      'Country Order Details',
      'How many orders came from each nationality, between two dates.',
    ),
    comingScreen('processed-order', 'Processed By', 'How many orders each member completed, between two dates.'),
    comingScreen('send-invoice', 'Send Invoice', 'Sends the invoice of an order to its customer.'),
    comingScreen('manage-team', 'Manage Team', manageTeam),
    comingScreen('manage-team/:teamMemberId', 'Manage Team', manageTeam),
    comingScreen('gateway-setting', 'Change Gateway', 'Chooses the one payment gateway that is active.'),
    comingScreen('change-password', 'Update Password', 'Changes your own password.'),
  ],
};
