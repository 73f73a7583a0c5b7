import { demoPdf } from '../demo/demoPdf.ts';

interface PdfLook {
  /** Its text; without it the page is empty, as a scan is. */
  lines?: readonly string[];
  /** Makes it another file. */
  mark?: string;
  /** Bytes; as few as will do, if not given. */
  size?: number;
}

/** A whole PDF of one page. What it lacks in size is a comment in it. */
export function pdfOf({ lines = [], mark = '', size = 0 }: PdfLook = {}): Buffer<ArrayBuffer> {
  const plain = demoPdf(lines).toString('latin1');
  const at = plain.lastIndexOf('xref\n0 ');
  const whole = (comment: string) => {
    const tail = plain.slice(at).replace(/startxref\n\d+/, `startxref\n${at + comment.length}`);
    return Buffer.from(plain.slice(0, at) + comment + tail, 'latin1');
  };
  const short = whole(`%${mark}\n`);
  if (short.length >= size) return short;
  // The table's place may be told with more digits once more stands before it.
  const filled = whole(`%${mark}${'x'.repeat(size - short.length)}\n`);
  const excess = filled.length - size;
  return excess === 0 ? filled : whole(`%${mark}${'x'.repeat(size - short.length - excess)}\n`);
}
