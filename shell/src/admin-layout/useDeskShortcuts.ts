import { useNavigate } from 'react-router-dom';
import { prefer, undoLatest, usePreferences, useShortcuts } from 'shared/desk';
import { folders } from 'shared/rules/folders';

/** The keys that work on every screen of the desk (rules 24.12). */
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

/** Hides the menu, or brings it back; kept on the device. */
export function toggleSidebar() {
  prefer({ sidebarHidden: !usePreferences.getState().sidebarHidden });
}
