/** The shell's pages without content. Each says why it is shown, and has a link to continue. */
import { CircleAlert, Lock, SearchX, type LucideIcon } from 'lucide-react';
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router';
import { Button, EmptyState } from 'shared/kit/base';
import { rolesText, type Action } from 'shared/rules/permissions';

export function NotFound() {
  return <BlankPage icon={SearchX} heading="Page not found" sentence="This page doesn’t exist. Check the address." />;
}

/** For a member who may not open a screen. Names the roles that may. */
export function Forbidden({ needs }: { needs: Action }) {
  return (
    <BlankPage
      icon={Lock}
      heading="You may not open this page"
      sentence={`Only ${rolesText(needs)} can open it. If you need access, ask an Admin.`}
    />
  );
}

/** Replaces the router's error screen (rule 6.10). */
export function RoutingError() {
  const error = useRouteError();
  return <BlankPage alert icon={CircleAlert} heading="Unexpected Application Error!" sentence={messageOf(error)} />;
}

function messageOf(error: unknown) {
  if (isRouteErrorResponse(error)) return error.statusText;
  return error instanceof Error ? error.message : 'Something went wrong while loading this page.';
}

interface BlankPageProps {
  icon: LucideIcon;
  heading: string;
  sentence: string;
  alert?: boolean;
}

function BlankPage({ icon: Icon, heading, sentence, alert }: BlankPageProps) {
  const icon = <Icon size={28} strokeWidth={1.75} aria-hidden />;
  return (
    <EmptyState fullScreen icon={icon} title={heading} action={<HomeButton variant="contained" />} alert={alert}>
      {sentence}
    </EmptyState>
  );
}

export function HomeButton({ variant }: { variant: 'contained' | 'outlined' }) {
  const inAdmin = useLocation().pathname.startsWith('/admin');
  return (
    <Button variant={variant} component={Link} to={inAdmin ? '/admin' : '/'}>
      {inAdmin ? 'Go to Dashboard' : 'Go to the start page'}
    </Button>
  );
}
