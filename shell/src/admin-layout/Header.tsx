import { Keyboard, Menu as MenuIcon, Moon, Sun } from 'lucide-react';
import { Link } from 'react-router-dom';
import { IconButton, Tooltip } from 'shared/kit';
import { BrandMark, productTitle, useColorScheme } from 'shared/kit/base';
import { schemeOf } from 'shared/rules/schemeOf';
import { AccountMenu } from './AccountMenu.tsx';
import classes from './Header.module.css';
import { useNarrow } from './useNarrow.ts';
import { toggleSidebar } from './useDeskShortcuts.ts';

interface HeaderProps {
  drawerOpen: boolean;
  /** No menu beside the page: the button that brings it stands here. */
  menuHidden: boolean;
  onMenu: () => void;
  onShortcuts: () => void;
}

/** The bar on top: menu button, product, shortcuts, theme, who is signed in. */
export function Header({ drawerOpen, menuHidden, onMenu, onShortcuts }: HeaderProps) {
  const narrow = useNarrow();
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
        // Back to the system's own scheme means following the system again.
        onClick={() => setMode(wanted === schemeOf(null) ? 'system' : wanted)}
      >
        <Icon size={17} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
