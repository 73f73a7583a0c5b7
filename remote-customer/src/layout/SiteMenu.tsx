import { Menu } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { customerNavigation, type LandingDomain } from 'shared/rules/landingDomains';
import styles from './SiteMenu.module.css';

interface SiteMenuProps {
  brand: ReactNode;
  language: ReactNode;
  /** Whose pages to link to; null while no order is loaded: then there are no links, and no button for them. */
  links: LandingDomain | null;
}

/** The bar with the brand, and the links to the marketing site: a row, or a list behind Menu where the window is narrow. */
export function SiteMenu({ brand, language, links }: SiteMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  }

  return (
    <header onKeyDown={closeOnEscape}>
      <div className={styles.bar}>
        <div className={styles.wrap}>
          {brand}
          {links && (
            <button
              ref={button}
              type="button"
              className={styles.toggle}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              <Menu size={18} strokeWidth={1.75} aria-hidden />
              <span>Menu</span>
            </button>
          )}
        </div>
      </div>
      {language}
      {links && (
        <nav id={id} aria-label="Site" className={isOpen ? styles.links : `${styles.links} ${styles.closed}`}>
          <div className={styles.wrap}>
            {customerNavigation.map(([page, label]) => (
              <a key={page} href={links[page]}>
                {label}
              </a>
            ))}
          </div>
        </nav>
      )}
    </header>
  );
}
