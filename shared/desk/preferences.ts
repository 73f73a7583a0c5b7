/** The choices of a person on this device: density, the hidden sidebar, shortcuts off. A federated singleton. */
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

/** Keeps one or more choices, at once and for the next visit. */
export function prefer(choice: Partial<Preferences>) {
  usePreferences.setState(choice);
}
