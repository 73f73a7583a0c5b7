/** Preferences of this device, for every member who signs in on it. A federated singleton. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface Preferences {
  density: 'comfortable' | 'compact';
  sidebarHidden: boolean;
  singleKeyShortcuts: boolean;
}

export const usePreferences = create<Preferences>()(
  persist(() => ({ density: 'comfortable', sidebarHidden: false, singleKeyShortcuts: true }) as Preferences, {
    name: 'preferences',
  }),
);

export function setPreferences(choice: Partial<Preferences>) {
  usePreferences.setState(choice);
}
