import { useLocation, useNavigate } from 'react-router';
import { setPreferences, typeAhead, undoLatest, usePreferences, useSession, useShortcuts } from 'shared/desk';
import { folders } from 'shared/rules/folders';
import { searchState } from 'shared/rules/listPlace';
import { may } from 'shared/rules/permissions';

export function useDeskShortcuts({ openShortcuts }: { openShortcuts: () => void }) {
  const navigate = useNavigate();
  const go = (path: string) => () => void navigate(path);
  const { pathname } = useLocation();
  const isList = Object.values(folders).some(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  const searched = useSession(({ role }) => (may(role, 'orders.readHistory') ? folders.allOrder : folders.newOrder));
  useShortcuts({
    '?': openShortcuts,
    '[': toggleSidebar,
    // A list has its own.
    '/': () => {
      if (isList) return false;
      typeAhead();
      void navigate(searched.path, { state: searchState });
    },
    z: undoLatest,
    'g d': go('/admin'),
    'g m': go(folders.myOrder.path),
    'g n': go(folders.newOrder.path),
    'g p': go(folders.priorityOrder.path),
  });
}

export function toggleSidebar() {
  setPreferences({ sidebarHidden: !usePreferences.getState().sidebarHidden });
}
