import { StaffTheme } from 'shared/kit/base';
import { contractVersion, type RemoteContract } from 'shared/remote/remoteContract';
import { descriptor } from './descriptor.ts';

const notHereYet = async () => (await import('shared/kit')).NotHereYet;

const manageTeam = 'The members of the team, with their roles: add, edit and delete them.';

const whatComes: Readonly<Record<(typeof descriptor.routes)[number]['path'], string>> = {
  '/admin/country-order-list': 'How many orders came from each nationality, between two dates.',
  '/admin/processed-order': 'How many orders each member completed, between two dates.',
  '/admin/send-invoice': 'Sends the invoice of an order to its customer.',
  '/admin/manage-team': manageTeam,
  '/admin/manage-team/:teamMemberId': manageTeam,
  '/admin/gateway-setting': 'Chooses the one payment gateway that is active.',
  '/admin/change-password': 'Changes your own password.',
};

export const exposed: RemoteContract = {
  contract: contractVersion,
  Frame: StaffTheme,
  routes: descriptor.routes.map(({ path, title }) => ({
    path: path.replace('/admin/', ''),
    load: notHereYet,
    props: { title, what: whatComes[path] },
  })),
};
