import type { RemoteDescriptor } from 'shared/remote/remoteDescriptor';
import type { FailureKind } from './failure.ts';

export type Away = RemoteDescriptor['away'];

/** Heading and sentence of the wall, in the remote's own words for what is missing without it and what is not touched. */
export function wallTexts({ missing, unaffected }: Away, kind: FailureKind): { heading: string; sentence: string } {
  switch (kind) {
    case 'offline':
      return {
        heading: 'You are offline',
        sentence: `${missing} not loaded yet. As soon as the connection is back, this page loads by itself. Nothing is lost.`,
      };
    case 'unavailable':
      return {
        heading: `${missing} unavailable right now`,
        sentence: `This part of Arrival Desk did not load. Everything else works: ${unaffected}, and nothing is lost.`,
      };
    case 'incompatible':
      return {
        heading: `${missing} being updated`,
        sentence: `This part belongs to another version of Arrival Desk than the one open in this tab. Reload the page to get both in one version. Until then everything else works: ${unaffected}.`,
      };
    case 'crashed':
      return {
        heading: 'This page stopped working',
        sentence: `Something failed while this page was shown. Everything else works, and what was saved is safe.`,
      };
  }
}
