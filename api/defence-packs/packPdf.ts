import { packLimits } from 'shared/rules/defencePacks';
import { HttpError } from '../http/HttpError.ts';
import { PdfFailure, type PdfLimits, makePdf, pdfLimits } from '../pdf/makePdf.ts';
import { packContent } from './packContent.ts';
import type { PackSources } from './packRecords.ts';

/** The most pages of the document that a pack includes. */
const maxPages = 5;

const template = new URL('pack.typ', import.meta.url);

export type RenderedPack = Awaited<ReturnType<typeof renderPack>>;

const rowShares = [1, 0.4, 0.1];

interface DocumentFile {
  contentType: string;
  bytes: Uint8Array;
}

/**
 * `ms` limits all tries with the document, and separately all tries without it. `wholeMs` limits both together, with
 * queueing.
 */
export const packPdfLimits = (seconds = 10) => ({ ...pdfLimits, ms: seconds * 1_000, wholeMs: 2 * seconds * 1_000 });

/**
 * The same sources give the same bytes. A pack that exceeds the limits is rendered again with fewer rows and pages.
 * Throws 422 if even that fails, and 503 for temporary failures.
 */
export async function packPdf(
  sources: PackSources,
  file: DocumentFile | null,
  { wholeMs, ...limits } = packPdfLimits(),
) {
  const renderContext = { sources, hasFile: file !== null, signal: AbortSignal.timeout(wholeMs) };
  if (file && sources.documentPages !== 'none') {
    const made = await renderToFit(renderContext, limits, file).catch(ifTooMuch);
    if (made) return made;
  }
  const half = { ...limits, ms: limits.ms / 2 };
  const made = await renderToFit(renderContext, half, null).catch(ifTooMuch);
  return (
    made ?? renderPack(renderContext, half, { rowShare: rowShares.at(-1)!, drawn: null, pages: 0 }).catch(asRefusal)
  );
}

interface RenderContext {
  sources: PackSources;
  hasFile: boolean;
  signal: AbortSignal;
}

/** Renders as many rows as fit. All tries share the limits. `drawn`: the file whose pages are included. */
async function renderToFit(renderContext: RenderContext, limits: PdfLimits, drawn: DocumentFile | null) {
  const pages = renderContext.sources.documentPages === 'first' ? 1 : maxPages;
  let { ms } = limits;
  for (const rowShare of rowShares.slice(0, -1)) {
    const made = await renderPack(renderContext, { ...limits, ms }, { rowShare, drawn, pages });
    if (made.pages <= packLimits.pages && made.bytes.length <= packLimits.bytes) return made;
    ms -= made.ms;
  }
  return renderPack(renderContext, { ...limits, ms }, { rowShare: rowShares.at(-1)!, drawn, pages: 1 });
}

async function renderPack(
  { sources, hasFile, signal }: RenderContext,
  limits: PdfLimits,
  { rowShare, drawn, pages: documentPages }: { rowShare: number; drawn: DocumentFile | null; pages: number },
) {
  const content = packContent(sources, { rowShare, hasFile });
  const document = drawn ? { ...drawn, maxPages: documentPages } : undefined;
  const { bytes, metadata, ms } = await makePdf({ template, data: content, document, limits, signal });
  const { pages, exhibits } = metadata as { pages: number; exhibits: [from: number, to: number][] };
  return {
    ...{ content, bytes, pages, ms },
    exhibits: content.exhibits.map(({ letter, title }, index) => {
      const [from, to] = exhibits[index]!;
      return { letter, title, from, to };
    }),
  };
}

/** Returns null if a smaller PDF may succeed. Throws for all other failures. */
function ifTooMuch(error: unknown): null {
  if (error instanceof PdfFailure && (error.outcome === 'tooMuchWork' || error.outcome === 'ended')) return null;
  return asRefusal(error);
}

function asRefusal(error: unknown): never {
  if (!(error instanceof PdfFailure) || error.outcome === 'broken') throw error;
  if (error.outcome === 'tooMuchWork') throw new HttpError(422, takesTooMuch);
  throw new HttpError(503, 'The defence pack could not be created. Try again in 10 seconds.', { retryAfter: 10 });
}

const takesTooMuch =
  'This defence pack is too large to create. Print the order page and send it with the document, and tell your administrator.';
