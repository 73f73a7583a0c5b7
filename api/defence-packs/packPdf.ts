import type { PackExhibit } from 'shared/api/defencePackCalls';
import { packLimits } from 'shared/rules/defencePacks';
import { Refusal } from '../http/Refusal.ts';
import { makePdfWith, PdfFailure, pdfLimits, type PdfLimits } from '../pdf/makePdf.ts';
import { packContent, type PackContent } from './packContent.ts';
import type { PackSources } from './packSources.ts';

/** So many pages of the document stand in a pack. A longer one is told by its first pages. */
const mostPages = 5;

const template = new URL('pack.typ', import.meta.url);

export interface MadePack {
  content: PackContent;
  bytes: Buffer;
  pages: number;
  exhibits: PackExhibit[];
}

/** What is left of an exhibit's room each time that a pack is too long: almost none ever is. */
const rooms = [1, 0.4, 0.1];

interface GivenFile {
  contentType: string;
  bytes: Uint8Array;
}

/** The limits of a pack: those of all tries with the document's pages, and a time for the whole, with what it waits. */
export const packTimes = { ...pdfLimits, wholeMs: 2 * pdfLimits.ms };

/**
 * Makes the PDF of a pack, with the document itself in it: the same bytes from the same sources. Where that takes too much,
 * without the document's pages, and at last with as few rows as there can be: it would take as much when it is tried again.
 * Throws 422 when not even that can be made, and 503 for what may pass.
 */
export async function packPdf(
  sources: PackSources,
  file: GivenFile | null,
  { wholeMs, ...limits } = packTimes,
): Promise<MadePack> {
  const maker = { sources, isFileThere: file !== null, signal: AbortSignal.timeout(wholeMs) };
  if (file && sources.documentPages !== 'none') {
    const made = await fitted(maker, limits, file).catch(ifTooMuch);
    if (made) return made;
  }
  const half = { ...limits, ms: limits.ms / 2 };
  const made = await fitted(maker, half, null).catch(ifTooMuch);
  return made ?? setPack(maker, half, { room: rooms.at(-1)!, drawn: null, pages: 0 }).catch(asRefusal);
}

/** Of one order's pack: what stays the same however it is set. */
interface Maker {
  sources: PackSources;
  isFileThere: boolean;
  signal: AbortSignal;
}

/** With as much in it as there is room for. All tries share the limits. `drawn`: the file whose pages stand in it. */
async function fitted(maker: Maker, limits: PdfLimits, drawn: GivenFile | null): Promise<MadePack> {
  const pages = maker.sources.documentPages === 'first' ? 1 : mostPages;
  let { ms } = limits;
  for (const room of rooms.slice(0, -1)) {
    const made = await setPack(maker, { ...limits, ms }, { room, drawn, pages });
    if (made.pages <= packLimits.pages && made.bytes.length <= packLimits.bytes) return made;
    ms -= made.ms;
  }
  return setPack(maker, { ...limits, ms }, { room: rooms.at(-1)!, drawn, pages: 1 });
}

async function setPack(
  { sources, isFileThere, signal }: Maker,
  limits: PdfLimits,
  { room, drawn, pages: documentPages }: { room: number; drawn: GivenFile | null; pages: number },
): Promise<MadePack & { ms: number }> {
  const content = packContent(sources, { room, isFileThere });
  const document = drawn ? { ...drawn, mostPages: documentPages } : undefined;
  const { bytes, told, ms } = await makePdfWith({ template, data: content, document, limits, signal });
  const { pages, exhibits } = told as { pages: number; exhibits: [from: number, to: number][] };
  return {
    ...{ content, bytes, pages, ms },
    exhibits: content.exhibits.map(({ letter, title }, index) => {
      const [from, to] = exhibits[index]!;
      return { letter, title, from, to };
    }),
  };
}

/** Null for what would fail again in the same way, so that less is tried: it took too much, or ended its process. Else throws. */
function ifTooMuch(error: unknown): null {
  if (error instanceof PdfFailure && (error.outcome === 'tooMuchWork' || error.outcome === 'ended')) return null;
  return asRefusal(error);
}

/** What may pass is told with when to try again, what does not with what to do instead. */
function asRefusal(error: unknown): never {
  if (!(error instanceof PdfFailure) || error.outcome === 'broken') throw error;
  if (error.outcome === 'tooMuchWork') throw new Refusal(422, takesTooMuch);
  throw new Refusal(503, 'The defence pack could not be made now. Try again in 10 seconds.', {
    headers: { 'Retry-After': '10' },
  });
}

const takesTooMuch =
  'This defence pack takes too much work to make. Print the order’s page and send that with the document, and tell whoever runs this desk.';
