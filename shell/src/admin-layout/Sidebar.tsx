import { PanelLeftClose } from 'lucide-react';
import { Kbd } from 'shared/kit';
import { MenuLinks } from './MenuLinks.tsx';
import classes from './Sidebar.module.css';
import { toggleSidebar } from './useDeskShortcuts.ts';

/** The menu beside the page. */
export function Sidebar({ className }: { className?: string }) {
  return (
    <div className={[classes.sidebar, className].filter(Boolean).join(' ')}>
      <MenuLinks />
      <button type="button" className={classes.hide} aria-keyshortcuts="[" onClick={toggleSidebar}>
        <PanelLeftClose size={16} strokeWidth={1.75} aria-hidden />
        Hide menu
        <Kbd>[</Kbd>
      </button>
    </div>
  );
}
