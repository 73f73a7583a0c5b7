/** What a document may have: beyond it a browser or a mail program could not show it, and nobody would read it. */
export const mostPages = 300;
export const mostPixels = 100_000_000;

/** What reading one document may take: docs/decisions/22-reading-documents.md. */
export interface ReadingLimits {
  ms: number;
  /** Megabytes of objects, which V8 keeps to. */
  heapMb: number;
  /** Bytes beside the heap, as what streams unpack to: those are watched. */
  outsideHeap: number;
}
export const readingLimits: ReadingLimits = { ms: 15_000, heapMb: 192, outsideHeap: 192 * 1_048_576 };
