import { Suspense, type ReactNode } from 'react';
import 'shared/kit/theme/tokens.css';
import { BrandMark } from './BrandMark.tsx';
import styles from './CustomerLayout.module.css';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteMenu } from './SiteMenu.tsx';
import { useShownOrder } from './shownOrder.ts';

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
    <div className={styles.site}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <SiteMenu
        brand={
          <a className={styles.brand} href={domain.home}>
            <BrandMark />
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
