import { Hourglass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { EmptyState } from './EmptyState.tsx';
import { Screen } from './Screen.tsx';

/** A screen that a later release brings: says so, and what works meanwhile. */
export function NotHereYet({ title, what }: { title: string; what: string }) {
  return (
    <Screen title={title}>
      <EmptyState
        icon={<Hourglass size={24} strokeWidth={1.75} aria-hidden />}
        title="This page is not here yet"
        action={<Link to="/admin">Go to Dashboard</Link>}
      >
        {what} It comes with a later release.
      </EmptyState>
    </Screen>
  );
}
