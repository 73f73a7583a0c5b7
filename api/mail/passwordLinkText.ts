import { asOneLine } from 'shared/api/visibleText';
import { passwordLinkHours, passwordLinkPath } from 'shared/rules/team';
import type { MailText } from './templates/mailText.ts';
import type { LinkLetter } from './passwordLinkQueries.ts';

/** The words of the mail with a link to choose a password (rules 14.22). */
export function passwordLinkText(
  { name, role, hasPassword, by }: LinkLetter,
  token: string,
  staffUrl: string,
): MailText {
  const sender = asOneLine(by.name);
  return {
    subject: hasPassword ? 'Choose a new password for Arrival Desk' : 'Your sign-in to Arrival Desk',
    heading: hasPassword ? 'Choose a new password' : 'Your sign-in to Arrival Desk',
    paragraphs: [
      `Hello ${asOneLine(name)},`,
      hasPassword
        ? `${sender} has sent you this link, by which you choose a new password for Arrival Desk.`
        : `Your role in Arrival Desk is ${role}. ${sender} has sent you this link to choose a password and sign in with it.`,
    ],
    button: { label: 'Choose a password', address: `${staffUrl}${passwordLinkPath}#${token}` },
    afterButton: [
      `The link works once, within ${passwordLinkHours} hours. After that, ask ${sender} for another one.`,
      'You did not expect this? Then leave it, and nothing happens.',
    ],
    links: [],
    support: null,
    brand: { name: 'Arrival Desk', domain: new URL(staffUrl).host, home: staffUrl },
  };
}
