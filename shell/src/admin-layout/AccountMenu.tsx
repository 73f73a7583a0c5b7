import { ChevronDown, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useSession } from 'shared/desk';
import { Avatar, Menu, MenuItem } from 'shared/kit';
import { logOut } from '../login/logOut.ts';
import classes from './AccountMenu.module.css';

/** Who is signed in, and Logout. */
export function AccountMenu() {
  const user = useSession((session) => session.user);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!user) return null;
  return (
    <>
      <button
        type="button"
        className={classes.me}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-label={`Welcome ${user.name}, account menu`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className={classes.welcome}>Welcome {user.name}</span>
        <Avatar id={user.id} name={user.name} />
        <ChevronDown className={classes.chevron} size={14} strokeWidth={1.75} aria-hidden />
      </button>
      <Menu
        // Inside the header, so that it belongs to a landmark.
        disablePortal
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': 'Account' } }}
      >
        <MenuItem onClick={logOut}>
          <LogOut size={16} strokeWidth={1.75} aria-hidden />
          Logout
        </MenuItem>
      </Menu>
    </>
  );
}
