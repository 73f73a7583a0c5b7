import type { Query } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { queryClient, readFolderCounts, useJobEnds, usePreferences } from 'shared/desk';
import { OfflineLine } from 'shared/kit';
import { folders } from 'shared/rules/folders';
import classes from './AdminLayout.module.css';
import { Header } from './Header.tsx';
import { MenuDrawer } from './MenuDrawer.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useDeskShortcuts } from './useDeskShortcuts.ts';
import { useNarrow } from './useNarrow.ts';

/** An order list that a screen has shown: one that was read ahead waits for its screen. */
const isLeftList = ({ queryKey: [about], meta }: Query) => String(about) in folders && !meta?.isAhead;

/** What stands around every screen of the desk: header, menu, and the line that says when there is no network. */
export function AdminLayout() {
  const { pathname, state } = useLocation();
  const isFromList = Boolean((state as { from?: string } | null)?.from);
  const narrow = useNarrow();
  const hidden = usePreferences((choice) => choice.sidebarHidden);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  useDeskShortcuts({ openShortcuts: () => setShortcutsOpen(true) });

  useJobEnds();
  useEffect(() => {
    void readFolderCounts();
    // The list that an order was opened from shows its rows at once on the way back.
    if (!isFromList) queryClient.removeQueries({ type: 'inactive', predicate: isLeftList });
    setDrawerOpen(false);
  }, [pathname, isFromList]);

  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <Header
        drawerOpen={drawerOpen}
        menuHidden={narrow || hidden}
        onMenu={() => setDrawerOpen(true)}
        onShortcuts={() => setShortcutsOpen(true)}
      />
      <div className={narrow || hidden ? `desk-columns ${classes.wide}` : 'desk-columns'}>
        {narrow ? (
          <MenuDrawer open={drawerOpen} onClose={() => setDrawerOpen(false)} />
        ) : (
          !hidden && <Sidebar className="desk-side" />
        )}
        <div className={classes.content}>
          <OfflineLine />
          <main className={`desk-main ${classes.main}`} id="main" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      <ShortcutsDialog open={shortcutsOpen} onClose={() => setShortcutsOpen(false)} />
    </>
  );
}
