import { makeScreens, type Screens } from './remoteScreens.tsx';

/** Each remote's screens from their first load on, for the next visit to one of its routes. What failed is taken out. */
export const keptScreens = new Map<string, Screens>();

/** The remote's screens, kept or made now. */
export function screensFor(name: string): Screens {
  const screens = keptScreens.get(name) ?? makeScreens(name);
  keptScreens.set(name, screens);
  return screens;
}
