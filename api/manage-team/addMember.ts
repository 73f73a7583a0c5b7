import type { MailServiceProvider } from 'shared/api/fields';
import type { ParsedInput } from 'shared/api/call';
import type { teamCalls } from 'shared/api/teamCalls';
import { type Database, within } from '../db/database.ts';
import type { Member } from '../http/member.ts';
import { queuePasswordLink } from '../mail/queuePasswordLink.ts';
import { beginTeamChange, refuseNamesake, refuseRole, refusingDoubles } from './refuseChange.ts';
import { insertTeamMember } from './teamQueries.ts';

interface Asked {
  member: Member;
  /** Of the mail with a link. */
  provider: MailServiceProvider;
  /** Of the password that was typed; null: none was. */
  passwordHash: string | null;
}

/** Adds a member, with a password or, where none was given, with a link to choose one. */
export async function addMember(
  db: Database,
  { name, email, type, sendLink }: ParsedInput<typeof teamCalls.addMember>,
  { member, provider, passwordHash }: Asked,
) {
  const id = await refusingDoubles(() =>
    within(db, async (tx) => {
      const actor = await beginTeamChange(tx, member);
      refuseRole(actor, type);
      await refuseNamesake(tx, { name, email }, 0);
      const added = await insertTeamMember(tx, { name, email, role: type, passwordHash });
      if (sendLink === 'Y')
        await queuePasswordLink(tx, { memberId: added, recipient: email, provider, askedBy: actor.id });
      return added;
    }),
  );
  const message = sendLink === 'Y' ? `${name} was added. The link goes to ${email}.` : `${name} was added.`;
  return { message, data: { id } };
}
