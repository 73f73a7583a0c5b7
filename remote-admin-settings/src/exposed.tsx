import { contractVersion, type RemoteContract } from 'shared/remote/remoteContract';
import { SettingsFrame } from './SettingsFrame.tsx';

/** The list, and the same with the form of one member. */
const manageTeam = async () => (await import('./team/ManageTeamScreen.tsx')).ManageTeamScreen;

/** Each screen is a script of its own: people come here for one thing, and a chart is not sent to who changes a password. */
export const exposed: RemoteContract = {
  contract: contractVersion,
  Frame: SettingsFrame,
  routes: [
    { path: 'country-order-list', load: async () => (await import('./countries/CountriesScreen.tsx')).CountriesScreen },
    {
      path: 'processed-order',
      load: async () => (await import('./processedBy/ProcessedByScreen.tsx')).ProcessedByScreen,
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
