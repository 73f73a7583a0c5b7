import { useEffect, useMemo, useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { useSession } from 'shared/desk';
import type { DescribedRoute, RemoteDescriptor } from 'shared/remote/remoteDescriptor';
import { may } from 'shared/rules/permissions';
import { Forbidden } from '../blank/BlankPage.tsx';
import type { LoadedScreen } from './loadScreen.ts';
import { RemoteWall } from './RemoteWall.tsx';
import { ScreenPending } from './ScreenPending.tsx';
import { usePrefetchScreens } from './usePrefetchScreens.ts';

/** The loader data of a remote's route. */
export interface ScreenData {
  /** Null without the permission, or while `late` is pending. */
  screen: LoadedScreen | null;
  /** A screen that the router no longer waits for. */
  late?: Promise<LoadedScreen>;
}

interface RemoteScreenProps {
  name: string;
  descriptor: RemoteDescriptor;
  route: DescribedRoute;
}

/** The screen of a remote's route, if the member may open it. */
export function RemoteScreen({ name, descriptor: { area, away }, route }: RemoteScreenProps) {
  const data = useLoaderData<ScreenData>();
  const { screen, failure } = useLateScreen(data);
  const role = useSession((session) => session.role);
  const memberId = useSession(({ user }) => user?.id);
  const { revalidate } = useRevalidator();
  const mayOpen = !route.needs || may(role, route.needs);
  usePrefetchScreens(area, { when: screen !== null });

  // A member with the permission may have signed in in another tab.
  const isMissing = mayOpen && !data.screen && !data.late;
  useEffect(() => {
    if (isMissing) void revalidate();
  }, [isMissing, revalidate]);

  // Memoised, so that router updates do not render the screen again. The key resets it for another list or member.
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

/** Works without Suspense, which shows a fallback for at least 300 ms. */
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
