import { Menu } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { BrandMark } from 'shared/kit/base';
import 'shared/kit/theme/tokens.css';
import { customerNavigation, landingDomain, type LandingDomain } from 'shared/rules/landingDomains';
import { create } from 'zustand';
import styles from './CustomerLayout.module.css';

interface CustomerLayoutProps {
  language?: ReactNode;
  /** Where the site draws its toasts itself: on a phone they have room of their own, and lie over nothing. */
  toasts?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of every customer page: ink bar, language line, the site's links, footer (rules 24.9). Only the
 * site that stands alone has a language line: what the shell frames stands on the staff's origin, where a third party's
 * script could read a member's session.
 */
export function CustomerLayout({ language = null, toasts = null, children }: CustomerLayoutProps) {
  const { domain, isLoaded } = useShownOrder();
  return (
    <div className={styles.site} data-size="large">
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <SiteMenu
        brand={
          <a className={styles.brand} href={domain.home}>
            <BrandMark size={32} signal />
            <span>{domain.brand}</span>
          </a>
        }
        language={language}
        links={isLoaded ? domain : null}
      />
      <div className={styles.toasts}>{toasts}</div>
      <main id="main" tabIndex={-1} className={styles.main}>
        <div className={styles.column}>
          {/* Here, so that the frame stays while a page is on its way. */}
          <Suspense fallback={null}>{children}</Suspense>
        </div>
      </main>
      <SiteFooter domain={domain} />
    </div>
  );
}

interface SiteMenuProps {
  brand: ReactNode;
  language: ReactNode;
  /** Whose pages to link to; null while no order is loaded: then there are no links, and no button for them. */
  links: LandingDomain | null;
}

/** The bar with the brand, and the links to the marketing site: a row, or a list behind Menu where the window is narrow. */
function SiteMenu({ brand, language, links }: SiteMenuProps) {
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

/** The copyright line and the links that are there before any order is loaded. */
function SiteFooter({ domain }: { domain: LandingDomain }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.siteFooterWrap}>
        <nav aria-label="Footer">
          <a href={domain.terms}>Terms &amp; Conditions</a>
          <a href={domain.privacy}>Privacy Policy</a>
        </nav>
        <p translate="no">{`© ${new Date().getFullYear()} ${domain.domain}`}</p>
      </div>
    </footer>
  );
}

let hasShownAPage = false;

/** Whether somebody is at a letter: what comes meanwhile leaves the page where it is. */
const isTyping = () => document.activeElement?.matches('input, textarea') ?? false;

/**
 * A page's h1 and title. After a change of page it takes the focus, unless somebody types; the first page leaves it where
 * the browser has it.
 */
export function PageHeading({ children }: { children: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const { brand } = useShownOrder((shown) => shown.domain);

  useEffect(() => {
    if (hasShownAPage && !isTyping()) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    hasShownAPage = true;
  }, []);

  useEffect(() => {
    document.title = `${children} · ${brand}`;
  }, [children, brand]);

  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** The order in the page, for its frame: brand, links and footer follow its landing domain. */
interface ShownOrder {
  domain: LandingDomain;
  /** The site's navigation shows only once an order's details are loaded (rules 16.17). */
  isLoaded: boolean;
}

export const useShownOrder = create<ShownOrder>(() => ({ domain: landingDomain(null), isLoaded: false }));

/** An order's details are on the page. */
export function showOrder(ofDomain: string | null) {
  useShownOrder.setState({ domain: landingDomain(ofDomain), isLoaded: true });
}

/** No order is on the page; the domain, if it is known, is that of the order that is looked for. */
export function showNoOrder(ofDomain: string | null = null) {
  useShownOrder.setState({ domain: landingDomain(ofDomain), isLoaded: false });
}
