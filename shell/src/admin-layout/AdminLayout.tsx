import type { Query } from '@tanstack/react-query';
import { PanelLeftClose } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate, useNavigationType } from 'react-router';
import {
  queryClient,
  readFolderCounts,
  typeAhead,
  undoLatest,
  useJobToasts,
  usePreferences,
  useSession,
  useShortcuts,
} from 'shared/desk';
import { Drawer, Kbd, useMediaQuery } from 'shared/kit';
import { OfflineLine } from 'shared/kit/base';
import { orderPath } from 'shared/format/orderIdCode';
import { folders } from 'shared/rules/folders';
import { searchState } from 'shared/rules/listPagination';
import { may } from 'shared/rules/permissions';
import classes from './AdminLayout.module.css';
import { Header, toggleSidebar } from './Header.tsx';
import { MenuLinks } from './MenuLinks.tsx';
import { folderKeysOf, ShortcutsDialog } from './ShortcutsDialog.tsx';

/** Matches lists that a screen has shown; a prefetched list does not match. */
const isLeftList = ({ queryKey: [about], meta }: Query) => String(about) in folders && !meta?.isAhead;

/** The frame of every staff screen: header, menu, offline line. */
export function AdminLayout() {
  const { pathname, state } = useLocation();
  const isFromList = Boolean((state as { from?: string } | null)?.from);
  // At this width the menu is a drawer (rule 6.7).
  const narrow = useMediaQuery('(max-width: 991px)');
  const hidden = usePreferences((choice) => choice.sidebarHidden);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  useDeskShortcuts({ openShortcuts: () => setShortcutsOpen(true) });

  useJobToasts();
  const navigationType = useNavigationType();
  // The browser restores the scroll position after Back and Forward.
  const scrollToTop = useEffectEvent(() => {
    if (navigationType !== 'POP') document.documentElement.scrollTop = 0;
  });
  useLayoutEffect(() => scrollToTop(), [pathname]);
  useEffect(() => {
    void readFolderCounts();
    // Keep the list from which an order was opened, so that Back shows its rows at once.
    if (!isFromList) queryClient.removeQueries({ type: 'inactive', predicate: isLeftList });
    setDrawerOpen(false);
  }, [pathname, isFromList]);

  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <Header
        narrow={narrow}
        drawerOpen={drawerOpen}
        menuHidden={narrow || hidden}
        onMenu={() => setDrawerOpen(true)}
        onShortcuts={() => setShortcutsOpen(true)}
      />
      <div className={`desk-columns ${classes.columns} ${narrow || hidden ? classes.wide : ''}`}>
        {narrow ? (
          <Drawer
            open={drawerOpen}
            onClose={() => setDrawerOpen(false)}
            transitionDuration={200}
            slotProps={{ paper: { className: classes.drawer, 'aria-label': 'Menu' } }}
          >
            <MenuLinks touch onFollow={() => setDrawerOpen(false)} />
          </Drawer>
        ) : (
          !hidden && <Sidebar />
        )}
        <div className={classes.content}>
          <div className={classes.offline}>
            <OfflineLine />
          </div>
          <main className={`desk-main ${classes.main}`} id="main" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      <ShortcutsDialog open={shortcutsOpen} onClose={() => setShortcutsOpen(false)} />
    </>
  );
}

function useDeskShortcuts({ openShortcuts }: { openShortcuts: () => void }) {
  const navigate = useNavigate();
  const go = (path: string) => () => void navigate(path);
  const { pathname } = useLocation();
  const isList = Object.values(folders).some(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  const role = useSession((session) => session.role);
  const searched = may(role, 'orders.readHistory') ? folders.allOrder : folders.newOrder;
  const shortcuts = {
    '?': openShortcuts,
    '[': toggleSidebar,
    f: () => {
      const steps = [...document.querySelectorAll<HTMLElement>('[data-next-step]:not(:disabled)')];
      // An open upload form has the next step.
      const next = steps.find(({ dataset }) => dataset.nextStep === 'send') ?? steps[0];
      if (!next) return false;
      next.focus();
    },
    // On a list that has no search, or is still loading, ignore the key instead of opening another list.
    '/': () => {
      if (isList) return false;
      typeAhead();
      void navigate(searched.path, { state: searchState });
    },
    z: () => undoLatest((orderId) => void navigate(orderPath(orderId))),
    'g d': go('/admin'),
    ...Object.fromEntries(folderKeysOf(role).map(([key, folder]) => [`g ${key}`, go(folders[folder].path)])),
  };
  useShortcuts(shortcuts, { global: true });
}

function Sidebar() {
  return (
    <div className={`desk-side ${classes.sidebar}`}>
      <MenuLinks />
      <button type="button" className={classes.hide} aria-keyshortcuts="[" onClick={toggleSidebar}>
        <PanelLeftClose size={16} strokeWidth={1.75} aria-hidden />
        Hide menu
        <Kbd>[</Kbd>
      </button>
    </div>
  );
}
