import { Circle, LogOut } from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { useFolderCounts, useSession } from 'shared/desk';
import { FolderIcon } from 'shared/kit';
import { menuIcons } from 'shared/remote/menuIcons';
import type { Remotes } from 'shared/remote/registry';
import type { DescribedRoute, MenuIconName } from 'shared/remote/remoteDescriptor';
import { folderNames, type FolderName } from 'shared/rules/folders';
import { may, type Action, type Role } from 'shared/rules/permissions';
import { logOut } from '../login/SignedInOnly.tsx';
import { useRemotes } from '../registry.ts';
import classes from './MenuLinks.module.css';

interface MenuLinksProps {
  /** Makes rows 44 px high, for touch. */
  touch?: boolean;
  /** Also called for a link to the current page. */
  onFollow?: () => void;
}

/** The shell's and the remotes' links that the member may open, in groups with counts; Logout is last. */
export function MenuLinks({ touch = false, onFollow }: MenuLinksProps) {
  const role = useSession((session) => session.role);
  const remotes = useRemotes((known) => known.remotes);
  const id = useId();
  if (!role) return null;
  const groups = menuFor(role, remotes);
  return (
    <nav className={touch ? `${classes.menu} ${classes.touch}` : classes.menu} aria-label="Main">
      {groups.map(({ title, links }, index) => (
        <div key={title}>
          <h2 id={`${id}-${index}`}>{title}</h2>
          <ul aria-labelledby={`${id}-${index}`}>
            {links.map((link) => (
              <Entry key={link.path} link={link} onFollow={onFollow} />
            ))}
            {index === groups.length - 1 && (
              <li>
                <a
                  href="/"
                  onClick={(event) => {
                    event.preventDefault();
                    logOut();
                  }}
                >
                  <LogOut size={16} strokeWidth={1.75} aria-hidden />
                  Logout
                </a>
              </li>
            )}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Scrolls the menu to the current link, which may be out of view if the window is short. */
const scrollIntoMenu = (link: HTMLElement | null) => link?.scrollIntoView?.({ block: 'nearest' });

function Entry({ link, onFollow }: { link: MenuLink; onFollow?: () => void }) {
  const { pathname, state } = useLocation();
  const { counts } = useFolderCounts();
  const count = link.count && counts?.[link.count];
  const hot = link.urgent && Boolean(count);
  const current = isAt(link, pathname);
  // Also marks the list from which the current order was opened.
  const marked = current || isAt(link, String(state?.from));
  return (
    <li>
      <Link
        to={link.path}
        ref={marked ? scrollIntoMenu : undefined}
        className={hot ? classes.hot : undefined}
        aria-current={current ? 'page' : marked || undefined}
        onClick={onFollow}
      >
        <MenuIcon name={link.icon} />
        {link.text} {count !== undefined && <span className={classes.count}>{count.toLocaleString('en-US')}</span>}
      </Link>
    </li>
  );
}

/** Whether a URL is that of the link, or one below it. */
function isAt({ path }: MenuLink, url: string): boolean {
  const [here = ''] = url.split(/[?#]/);
  return here.replace(/\/+$/, '') === path || (path !== '/admin' && here.startsWith(`${path}/`));
}

type MenuLink = NonNullable<DescribedRoute['menu']> & { path: string; needs?: Action };

/** The groups in order (rule 6.4). Groups that only remotes define come after them. */
const groups = ['Work', 'Waiting and calls', 'All orders', 'Reports and settings'];

const dashboard: MenuLink = {
  path: '/admin',
  group: 'Work',
  text: 'Dashboard',
  icon: 'layout-dashboard',
  needs: 'dashboard.open',
};

/** The menu for a role. Omits empty groups, and links whose right the role does not have. */
function menuFor(role: Role, remotes: Remotes): { title: string; links: MenuLink[] }[] {
  const routes = Object.values(remotes).flatMap(({ descriptor }) => descriptor.routes);
  const ofRemotes = routes.flatMap(({ path, needs, menu }) => (menu ? [{ ...menu, path, needs }] : []));
  const links = [dashboard, ...ofRemotes].filter(({ needs }) => needs !== undefined && may(role, needs));
  const titles = new Set([...groups, ...links.map(({ group }) => group)]);
  return [...titles]
    .map((title) => ({ title, links: links.filter(({ group }) => group === title) }))
    .filter((group) => group.links.length > 0);
}

/** Draws a circle for an icon that only a newer remote knows. */
function MenuIcon({ name }: { name: MenuIconName }) {
  if (isFolder(name)) return <FolderIcon folder={name} />;
  const Icon = Object.hasOwn(menuIcons, name) ? menuIcons[name] : Circle;
  return <Icon size={16} strokeWidth={1.75} aria-hidden />;
}

const isFolder = (name: MenuIconName): name is FolderName => folderNames.includes(name as FolderName);
