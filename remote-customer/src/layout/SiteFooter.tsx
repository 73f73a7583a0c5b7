import type { LandingDomain } from 'shared/rules/landingDomains';
import styles from './SiteFooter.module.css';

/** The copyright line and the links that are there before any order is loaded. */
export function SiteFooter({ domain }: { domain: LandingDomain }) {
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
