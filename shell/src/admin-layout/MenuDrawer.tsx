import { Drawer } from 'shared/kit';
import { MenuLinks } from './MenuLinks.tsx';
import classes from './MenuDrawer.module.css';

interface MenuDrawerProps {
  open: boolean;
  onClose: () => void;
}

/** The menu at most 991 px: over the page, with the focus kept inside; Esc and the ground beside it close it. */
export function MenuDrawer({ open, onClose }: MenuDrawerProps) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      transitionDuration={200}
      slotProps={{ paper: { className: classes.paper, 'aria-label': 'Menu' }, root: { keepMounted: false } }}
    >
      <MenuLinks touch onFollow={onClose} />
    </Drawer>
  );
}
