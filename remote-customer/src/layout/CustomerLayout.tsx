import { Menu } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { BrandMark, OfflineLine } from 'shared/kit/base';
import 'shared/kit/theme/tokens.json?css';
import { customerNavigation, landingDomain, type LandingDomain } from 'shared/rules/landingDomains';
import { create } from 'zustand';
import styles from './CustomerLayout.module.css';
import controls from './controls.module.css';
import { TranslateLink } from './TranslateWidget.tsx';

interface CustomerLayoutProps {
  language?: ReactNode;
  /** The site's own toaster, which has its own space above the page. */
  toasts?: ReactNode;
  children: ReactNode;
}

/** The frame of every public page: header, language, links, footer (rule 24.9). */
export function CustomerLayout({ language = <TranslateLink />, toasts = null, children }: CustomerLayoutProps) {
  const { domain, isLoaded } = useLayoutOrder();
  return (
    <div className={styles.site} data-size="large">
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <SiteMenu domain={domain} isLoaded={isLoaded} language={language} />
      <div className={styles.offline}>
        <OfflineLine />
      </div>
      <div className={`${styles.wrap} ${styles.toasts}`}>{toasts}</div>
      <main id="main" tabIndex={-1} className={styles.main}>
        <div className={`${styles.wrap} ${styles.column}`}>
          {/* Suspends only the content, so that the frame stays while a page loads. */}
          <Suspense fallback={null}>{children}</Suspense>
        </div>
      </main>
      <SiteFooter domain={domain} />
    </div>
  );
}

function SiteMenu({ domain, isLoaded, language }: ShownOrder & { language: ReactNode }) {
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
          <a className={styles.brand} href={domain.home}>
            <BrandMark size={32} signal />
            <span>{domain.brand}</span>
          </a>
          {isLoaded && (
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
      {isLoaded && (
        <nav id={id} aria-label="Site" className={isOpen ? styles.links : `${styles.links} ${styles.closed}`}>
          <div className={styles.wrap}>
            {customerNavigation.map(([page, label]) => (
              <a key={page} href={domain[page]}>
                {label}
              </a>
            ))}
          </div>
        </nav>
      )}
    </header>
  );
}

function SiteFooter({ domain }: { domain: LandingDomain }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.wrap}>
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

/** While the customer is typing, late content must not take the focus. */
const isTyping = () => document.activeElement?.matches('input, textarea') ?? false;

/** A page's h1 and title. Gets the focus after navigation, unless the customer is typing. */
export function PageHeading({ children }: { children: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const { brand } = useLayoutOrder((shown) => shown.domain);

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

/** A link to the contact page of the order's site (rule 16.1). */
export function ContactSupport({ children = 'Contact Support' }: { children?: string }) {
  const { contact } = useLayoutOrder((shown) => shown.domain);
  return (
    <p className={controls.below}>
      <a className={controls.link} href={contact}>
        {children}
      </a>
    </p>
  );
}

/** The displayed order, whose landing domain determines brand, links and footer. */
interface ShownOrder {
  domain: LandingDomain;
  /** Whether the order's details are loaded: only then is the navigation shown (rule 16.17). */
  isLoaded: boolean;
}

export const useLayoutOrder = create<ShownOrder>(() => ({ domain: landingDomain(null), isLoaded: false }));

export function setLayoutOrder(ofDomain: string | null) {
  useLayoutOrder.setState({ domain: landingDomain(ofDomain), isLoaded: true });
}

/** Call when no order is displayed. `ofDomain` is the domain of the order to track, if known. */
export function clearLayoutOrder(ofDomain: string | null = null) {
  useLayoutOrder.setState({ domain: landingDomain(ofDomain), isLoaded: false });
}
