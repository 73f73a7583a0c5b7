import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useSession } from 'shared/desk';
import { orderLeftIn } from 'shared/rules/listTrail';
import { arrivedAt, noScreens, type PlacedScreen, type StandingScreen } from './keptScreens.ts';

let nowKept: PlacedScreen | null = null;

/** The screen that is kept at this moment, for who asks outside of React. */
export const keptScreen = () => nowKept;

/** The screen that the person is at (null: none of a remote), and the one that is kept for when they come back. */
export function useKeptScreens(at: Pick<StandingScreen, 'owner' | 'visit'> | null) {
  const { key, pathname, search, state } = useLocation();
  const memberId = useSession(({ user }) => user?.id ?? null);
  const comesBack = useNavigationType() === 'POP' || orderLeftIn(state) !== null;
  const [now, setNow] = useState({
    screens: noScreens,
    key: '',
    visit: null as StandingScreen['visit'] | null,
    memberId,
  });
  const visit = at?.visit ?? null;
  if (now.key !== key || now.visit !== visit || now.memberId !== memberId) {
    const next = at && { ...at, address: pathname + search, comesBack };
    setNow({ screens: arrivedAt(now.screens, { memberId, next }), key, visit, memberId });
  }
  const { screens } = now;

  useEffect(() => {
    nowKept = screens.kept;
    return () => {
      nowKept = null;
    };
  }, [screens.kept]);
  return screens;
}
