import { fileURLToPath } from 'node:url';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { withinLimits } from '../limits/withinLimits.ts';
import type { GivenDocument } from './drawDocument.ts';
import { PdfFailure } from './PdfFailure.ts';
import { PdfMaker } from './PdfMaker.ts';

/** What making one PDF may take: docs/decisions/25-pdf.md. */
export interface PdfLimits {
  ms: number;
  /** Memory of the whole process, fonts among it. */
  residentBytes: number;
}
export const pdfLimits: PdfLimits = { ms: 10_000, residentBytes: 512 * 1_048_576 };

/** The process is kept for whoever comes soon after, unless it holds more memory than this: with its fonts it has some 220 MB. */
const idleMs = 30_000;
const keptBytes = 320 * 1_048_576;

const pdfs = new KeyedLimiter({
  atOnce: 1,
  waiting: 20,
  full: () => new PdfFailure('busy', 'Too many PDFs are being made. Try again in 10 seconds.'),
});
let maker: PdfMaker | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * Makes a PDF: real text with its fonts, tagged, PDF/UA-1 where all of it can be set. The same template and data give the
 * same bytes. Throws a PdfFailure.
 *
 * @param template a `.typ` file in a folder of the API; `pdf/paper.typ` has what all of them share
 * @param data what it finds as the JSON `sys.inputs.data`
 */
export async function makePdf(template: URL, data: unknown, limits = pdfLimits): Promise<Buffer> {
  return (await makePdfWith({ template, data, limits })).bytes;
}

interface PdfWith {
  template: URL;
  data: unknown;
  /** Stands in the PDF; the template finds its pages as the JSON `sys.inputs.document`. */
  document?: GivenDocument | undefined;
  limits?: PdfLimits;
}

/** The same with a document in it; `told` is what the template tells of what it has set, as the metadata `<told>`. */
export async function makePdfWith({
  template,
  data,
  document,
  limits = pdfLimits,
}: PdfWith): Promise<{ bytes: Buffer; told: unknown }> {
  const request = { template: fileURLToPath(template), data: JSON.stringify(data), ...(document && { document }) };
  return pdfs.run(() =>
    withMaker(async (own) => {
      const takesTooMuch = async () => ((await own.residentBytes()) ?? 0) > limits.residentBytes;
      const made = await withinLimits(own.make(request), { ms: limits.ms, takesTooMuch });
      if (!made) {
        own.end();
        throw new PdfFailure('tooMuchWork', 'This PDF takes too much work to make.');
      }
      if ('ended' in made) throw new PdfFailure('ended', made.ended);
      if ('fault' in made) throw new PdfFailure('broken', `The PDF could not be made: ${made.fault}`);
      return { bytes: Buffer.from(made.bytes), told: made.told };
    }),
  );
}

/** Has the one process do something: begins it where there is none, and ends it when nobody came for a while. */
async function withMaker<T>(task: (own: PdfMaker) => Promise<T>): Promise<T> {
  clearTimeout(idle);
  if (!maker || maker.hasEnded()) maker = new PdfMaker();
  const own = maker;
  try {
    return await task(own);
  } finally {
    // What a large picture has left would count against the next one, whoever asked for that.
    if (((await own.residentBytes()) ?? 0) > keptBytes) own.end();
    else idle = setTimeout(() => own.end(), idleMs).unref();
  }
}
