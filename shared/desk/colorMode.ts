/** Light or dark: what the person chose, else what the system says, written to `<html data-theme>` for every stylesheet. */
import { prefer, usePreferences } from './preferences.ts';
import { schemeOf } from '../rules/schemeOf.ts';

const systemIsDark = () => window.matchMedia?.('(prefers-color-scheme: dark)');

/** The scheme in force now. */
export function colorScheme(): 'light' | 'dark' {
  return schemeOf(usePreferences.getState().colorMode);
}

/** Keeps `<html data-theme>` right until the returned function is called. */
export function followColorMode(): () => void {
  const apply = () => {
    document.documentElement.dataset.theme = colorScheme();
  };
  apply();
  const system = systemIsDark();
  system?.addEventListener('change', apply);
  const unsubscribe = usePreferences.subscribe(apply);
  return () => {
    system?.removeEventListener('change', apply);
    unsubscribe();
  };
}

/** The header's switch: to the other scheme; back to the system's choice when that is the same. */
export function switchColorScheme() {
  const wanted = colorScheme() === 'dark' ? 'light' : 'dark';
  const systems = schemeOf('system');
  prefer({ colorMode: wanted === systems ? 'system' : wanted });
}
