import type { ParsedInput } from 'shared/api/call';
import type { defencePackCalls } from 'shared/api/defencePackCalls';
import type { Desk } from '../desk/desk.ts';
import type { Context, Reply } from '../http/serve.ts';
import { readPack } from './readPack.ts';

type LetterCall = typeof defencePackCalls.packLetter;

/** Page 1 of a pack, for the screen. The PDF is made for it, since only then its pages are known, and kept nowhere. */
export async function packLetter(
  { orderId, defencePackType }: ParsedInput<LetterCall>,
  { db, member }: Context<LetterCall>,
  { storage, settings }: Pick<Desk, 'storage' | 'settings'>,
): Promise<Reply<LetterCall>> {
  const asked = { orderId, defencePackType, by: member.name };
  const { records, content, bytes, pages, exhibits } = await readPack(asked, { db, storage, settings });
  const { kind, title, facts, summary, timelineTitle, timeline, folded, foot } = content;
  return {
    message: 'Page 1 of the defence pack',
    data: {
      ...{ order_id: orderId, defencePackType, kind, title, timelineTitle, folded, exhibits, pages },
      facts: [...facts],
      summary: [...summary],
      timeline: [...timeline],
      foot: { ...foot, page: `Page 1 of ${pages}` },
      size: bytes.length,
      last_made: records.made[defencePackType] ?? null,
    },
  };
}
