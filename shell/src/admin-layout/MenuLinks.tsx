import { LogOut } from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useFolderCounts, useSession } from 'shared/desk';
import { logOut } from '../login/logOut.ts';
import { useRemotes } from '../registry.ts';
import { menuFor, type MenuLink } from './menu.ts';
import { MenuIcon } from './MenuIcon.tsx';
import classes from './MenuLinks.module.css';

interface MenuLinksProps {
  /** Lines of 44 px, for fingers. */
  touch?: boolean;
  /** A link was followed, also to where one is already. */
  onFollow?: () => void;
}

/** The links that this member may follow, the shell's own and the remotes', in their groups, with their counts; Logout last. */
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

function Entry({ link, onFollow }: { link: MenuLink; onFollow?: () => void }) {
  const here = useLocation().pathname.replace(/\/+$/, '');
  const { counts } = useFolderCounts();
  const count = link.count && counts?.[link.count];
  const hot = link.urgent && Boolean(count);
  const current = here === link.path || (link.path !== '/admin' && here.startsWith(`${link.path}/`));
  return (
    <li>
      <Link
        to={link.path}
        className={hot ? classes.hot : undefined}
        aria-current={current ? 'page' : undefined}
        onClick={onFollow}
      >
        <MenuIcon name={link.icon} />
        {link.text} {count !== undefined && <span className={classes.count}>{count.toLocaleString('en-US')}</span>}
      </Link>
    </li>
  );
}
