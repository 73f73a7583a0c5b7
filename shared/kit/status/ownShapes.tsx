/** The five status shapes that lucide does not have, as tokens.json draws them (a test holds the two together). */
import type { ReactNode } from 'react';

/** Cuts the shape out of a filled disc. */
const paper = 'var(--ad-palette-background-paper)';

export const ownShapes: Readonly<
  Record<'new' | 'pending' | 'customer-called' | 'completed' | 'completed-refunds', ReactNode>
> = {
  new: (
    <>
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="3.2" fill="currentColor" stroke="none" />
    </>
  ),
  pending: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" stroke="none" />
    </>
  ),
  'customer-called': (
    <>
      <path d="M13.83 16.57a1 1 0 0 0 1.21-.3l.36-.47A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.47.35a1 1 0 0 0-.29 1.23 14 14 0 0 0 6.39 6.39" />
      <path d="m14.5 5.5 2.5 2.5 5-5" />
    </>
  ),
  completed: (
    <>
      <circle cx="12" cy="12" r="10" fill="currentColor" stroke="none" />
      <path d="m8 12.4 2.8 2.8L16.2 9.4" stroke={paper} strokeWidth="2.4" />
    </>
  ),
  'completed-refunds': (
    <>
      <circle cx="12" cy="12" r="10" fill="currentColor" stroke="none" />
      <path d="M10.6 7.6 7.4 10.8l3.2 3.2M7.6 10.8h5.6a3 3 0 0 1 0 6H11" stroke={paper} strokeWidth="2" />
    </>
  ),
};
