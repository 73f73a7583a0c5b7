import { useNavigate } from 'react-router';
import { setPreferences, undoLatest, usePreferences, useShortcuts } from 'shared/desk';
import { folders } from 'shared/rules/folders';

export function useDeskShortcuts({ openShortcuts }: { openShortcuts: () => void }) {
  const navigate = useNavigate();
  const go = (path: string) => () => void navigate(path);
  useShortcuts({
    '?': openShortcuts,
    '[': toggleSidebar,
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
