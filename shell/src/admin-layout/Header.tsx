import { ChevronDown, Keyboard, LogOut, Menu as MenuIcon, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { setPreferences, usePreferences, useSession } from 'shared/desk';
import { Avatar, IconButton, Menu, MenuItem, Tooltip } from 'shared/kit';
import { BrandMark, productTitle, useColorScheme } from 'shared/kit/base';
import { logOut } from '../login/SignedInOnly.tsx';
import classes from './Header.module.css';

interface HeaderProps {
  /** Whether the window is so narrow that the menu is a drawer. */
  narrow: boolean;
  drawerOpen: boolean;
  /** Whether the menu is hidden; the header then has a button that opens it. */
  menuHidden: boolean;
  onMenu: () => void;
  onShortcuts: () => void;
}

export function Header({ narrow, drawerOpen, menuHidden, onMenu, onShortcuts }: HeaderProps) {
  return (
    <header className="desk-header">
      {menuHidden && (
        <IconButton
          aria-label="Open menu"
          aria-expanded={narrow ? drawerOpen : false}
          aria-keyshortcuts={narrow ? undefined : '['}
          onClick={narrow ? onMenu : toggleSidebar}
        >
          <MenuIcon size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      <Link className="desk-brand" to="/admin">
        <BrandMark />
        <span>Arrival Desk</span>
        <small>{productTitle}</small>
      </Link>
      <span className={classes.push} />
      <Tooltip title="Keyboard shortcuts (?)">
        <IconButton
          className={classes.keys}
          aria-label="Keyboard shortcuts"
          aria-keyshortcuts="?"
          onClick={onShortcuts}
        >
          <Keyboard size={17} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </Tooltip>
      <ThemeSwitch />
      <AccountMenu />
    </header>
  );
}

export function toggleSidebar() {
  setPreferences({ sidebarHidden: !usePreferences.getState().sidebarHidden });
}

const systemScheme = () => (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

function ThemeSwitch() {
  const { colorScheme, setMode } = useColorScheme();
  const dark = colorScheme === 'dark';
  const wanted = dark ? 'light' : 'dark';
  const name = dark ? 'Switch to light theme' : 'Switch to dark theme';
  const Icon = dark ? Sun : Moon;
  return (
    <Tooltip title={name}>
      <IconButton
        aria-label={name}
        // A member who picks the system's current scheme follows the system from then on.
        onClick={() => setMode(wanted === systemScheme() ? 'system' : wanted)}
      >
        <Icon size={17} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}

function AccountMenu() {
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
        <span className={classes.welcome} title={user.name}>
          Welcome {user.name}
        </span>
        <Avatar id={user.id} name={user.name} />
        <ChevronDown className={classes.chevron} size={14} strokeWidth={1.75} aria-hidden />
      </button>
      <Menu
        // Keeps the menu inside the header landmark.
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
