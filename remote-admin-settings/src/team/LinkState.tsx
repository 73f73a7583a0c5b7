import type { TeamMember } from 'shared/api/teamCalls';
import { inOutbox } from 'shared/rules/outbox';
import styles from './TeamTable.module.css';

type Link = NonNullable<TeamMember['link']>;

const texts: Readonly<Record<Link['state'], string>> = {
  queued: 'The link to choose a password is on its way.',
  sent: 'A link to choose a password was sent.',
  expired: 'The link to choose a password has expired. Send another one.',
  failed: 'The link to choose a password could not be sent.',
};

/** With why it failed; one that no provider took is out of reach until somebody looks into the outbox. */
function textOf({ state, reason }: Link): string {
  if (state === 'sent' && reason === inOutbox) return 'The link to choose a password lies in the outbox.';
  return state === 'failed' && reason ? `${texts.failed} ${reason}` : texts[state];
}

/** How far a member is who was sent a link; nothing of one who has a password and no link. */
export function LinkState({ member: { has_password: hasPassword, link } }: { member: TeamMember }) {
  if (link) {
    const failed = link.state === 'failed';
    return <span className={failed ? `${styles.link} ${styles.failed}` : styles.link}>{textOf(link)}</span>;
  }
  return hasPassword ? null : <span className={styles.link}>Has no password yet. Send a link to choose one.</span>;
}
