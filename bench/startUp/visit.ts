import type { Browser } from '@playwright/test';
import type { Session } from './visitors.ts';

/** What every measurement of this part is given. */
export interface Visit {
  browser: Browser;
  session: Session;
  places: Places;
}

/** The addresses that are measured. */
export interface Places {
  signIn: string;
  list: string;
  order: string;
  /** The list's floor: its origin, at which it is the whole page. */
  plainList: string;
  publicPage: string;
}
