import { useEffect, useMemo, useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router-dom';
import { useSession } from 'shared/desk';
import { useAfter } from 'shared/kit/base';
import type { DescribedRoute, RemoteDescriptor } from 'shared/remote/remoteDescriptor';
import { may } from 'shared/rules/permissions';
import { Forbidden } from '../blank/BlankPage.tsx';
import type { LoadedScreen } from './loadScreen.ts';
import { RemoteWall } from './RemoteWall.tsx';
import classes from './RemoteScreen.module.css';
import { useReadAhead } from './useReadAhead.ts';

/** The data of a remote's route. */
export interface ScreenData {
  /** Null: the member lacks the right to it, or it is late. */
  screen: LoadedScreen | null;
  /** A screen that the router no longer waits for. */
  late?: Promise<LoadedScreen>;
}

interface RemoteScreenProps {
  name: string;
  descriptor: RemoteDescriptor;
  route: DescribedRoute;
}

/** The screen of a remote's route, if this member may open it. */
export function RemoteScreen({ name, descriptor: { area, away }, route }: RemoteScreenProps) {
  const data = useLoaderData<ScreenData>();
  const { screen, failure } = useLateScreen(data);
  const role = useSession((session) => session.role);
  const memberId = useSession(({ user }) => user?.id);
  const { revalidate } = useRevalidator();
  const mayOpen = !route.needs || may(role, route.needs);
  useReadAhead(area, { when: screen !== null });

  // Another tab signed in a member with the right.
  const isMissing = mayOpen && !data.screen && !data.late;
  useEffect(() => {
    if (isMissing) void revalidate();
  }, [isMissing, revalidate]);

  // One element, which does not render again when the router's state changes. By its key another list, and the
  // screen of another member, start fresh.
  const rendered = useMemo(() => {
    if (!screen) return null;
    const { Frame, Screen, props } = screen;
    return (
      <Frame>
        <Screen key={`${route.path} ${memberId}`} {...props} />
      </Frame>
    );
  }, [screen, route.path, memberId]);

  if (route.needs && !mayOpen) return <Forbidden needs={route.needs} />;
  if (failure) return <RemoteWall name={name} path={route.path} away={away} error={failure.error} />;
  return rendered ?? <ScreenPending title={route.title} />;
}

/**
 * The screen, once it is there. Not by Suspense: React shows no content for 300 ms after it has shown a fallback.
 */
function useLateScreen(data: ScreenData) {
  const [settled, setSettled] = useState<{
    data: ScreenData;
    screen: LoadedScreen | null;
    failure?: { error: unknown };
  }>();
  useEffect(() => {
    data.late?.then(
      (screen) => setSettled({ data, screen }),
      (error: unknown) => setSettled({ data, screen: null, failure: { error } }),
    );
  }, [data]);
  return settled?.data === data ? settled : { screen: data.screen, failure: undefined };
}

const slowMs = 4_000;

/** Leaves room for a screen that is on its way, so that nothing jumps, and says so when it is slow. */
export function ScreenPending({ title = 'This' }: { title?: string }) {
  const slow = useAfter(true, slowMs);
  return (
    <div className={classes.pending} aria-busy="true">
      <p role="status">{slow && `${title} is taking longer than usual. Still loading …`}</p>
    </div>
  );
}
