import type { RemoteName } from 'shared/remote/remotes';
import type { FailureKind } from './failure.ts';

/** What is missing without the remote, as a sentence begins, and what is not touched by it. */
const parts: Readonly<Record<RemoteName, { what: string; unaffected: string }>> = {
  'remote-orders': {
    what: 'Order lists are',
    unaffected: 'an order you have open, settings and summaries are not affected',
  },
  'remote-order-detail': {
    what: 'Order pages are',
    unaffected: 'order lists, settings and summaries are not affected',
  },
  'remote-admin-settings': {
    what: 'Settings and summaries are',
    unaffected: 'order lists and orders are not affected',
  },
  'remote-customer': { what: 'Order tracking is', unaffected: 'your order is not affected' },
};

/** Heading and sentence of the wall. */
export function wallTexts(name: RemoteName, kind: FailureKind): { heading: string; sentence: string } {
  const { what, unaffected } = parts[name];
  switch (kind) {
    case 'offline':
      return {
        heading: 'You are offline',
        sentence: `${what} not loaded yet. As soon as the connection is back, this page loads by itself. Nothing is lost.`,
      };
    case 'unavailable':
      return {
        heading: `${what} unavailable right now`,
        sentence: `This part of Arrival Desk did not load. Everything else works: ${unaffected}, and nothing is lost.`,
      };
    case 'incompatible':
      return {
        heading: `${what} being updated`,
        sentence: `This part belongs to another version of Arrival Desk than the one open in this tab. Reload the page to get both in one version. Until then everything else works: ${unaffected}.`,
      };
    case 'crashed':
      return {
        heading: 'This page stopped working',
        sentence: `Something failed while this page was shown. Everything else works, and what was saved is safe.`,
      };
  }
}
