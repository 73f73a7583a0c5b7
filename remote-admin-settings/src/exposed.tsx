import { StaffTheme } from 'shared/kit/base';
import { contractVersion, type RemoteContract } from 'shared/remote/remoteContract';

/** Both routes of Manage Team share this screen. */
const manageTeam = async () => (await import('./team/ManageTeamScreen.tsx')).ManageTeamScreen;

/** Each screen has its own chunk, because most visits need one screen and charts are large. */
export const exposed: RemoteContract = {
  contract: contractVersion,
  Frame: StaffTheme,
  routes: [
    { path: 'country-order-list', load: async () => (await import('./summary/summaries.tsx')).CountriesScreen },
    {
      path: 'processed-order',
      load: async () => (await import('./summary/summaries.tsx')).ProcessedByScreen,
    },
    { path: 'send-invoice', load: async () => (await import('./invoice/SendInvoiceScreen.tsx')).SendInvoiceScreen },
    { path: 'manage-team', load: manageTeam },
    { path: 'manage-team/:teamMemberId', load: manageTeam },
    { path: 'gateway-setting', load: async () => (await import('./gateway/GatewayScreen.tsx')).GatewayScreen },
    {
      path: 'change-password',
      load: async () => (await import('./password/UpdatePasswordScreen.tsx')).UpdatePasswordScreen,
    },
  ],
};
