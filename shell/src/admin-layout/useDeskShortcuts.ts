import { useNavigate } from 'react-router-dom';
import { folders } from 'shared/rules/folders';
import { prefer, usePreferences } from 'shared/desk/preferences';
import { undoLast } from 'shared/desk/undo/undo';
import { useShortcuts } from 'shared/desk/useShortcuts';

/** The keys that work on every screen of the desk (rules 24.12). */
export function useDeskShortcuts({ openShortcuts }: { openShortcuts: () => void }) {
  const navigate = useNavigate();
  const go = (path: string) => () => void navigate(path);
  useShortcuts({
    '?': openShortcuts,
    '[': toggleSidebar,
    z: undoLast,
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
