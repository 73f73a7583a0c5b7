import { demoPdf } from '../../demo/demoPdf.ts';

interface PdfLook {
  /** Without text the page is empty, like a scan. */
  lines?: readonly string[];
  /** Any text, to make the file differ from others. */
  mark?: string;
  /** In bytes. */
  size?: number;
}

/** A one-page PDF, padded with a comment. */
export function pdfOf({ lines = [], mark = '', size = 0 }: PdfLook = {}): Buffer<ArrayBuffer> {
  const plain = demoPdf(lines).toString('latin1');
  const at = plain.lastIndexOf('xref\n0 ');
  const whole = (comment: string) => {
    const tail = plain.slice(at).replace(/startxref\n\d+/, `startxref\n${at + comment.length}`);
    return Buffer.from(plain.slice(0, at) + comment + tail, 'latin1');
  };
  const short = whole(`%${mark}\n`);
  if (short.length >= size) return short;
  // The offset of the table, which follows the comment, may have gained a digit.
  const filled = whole(`%${mark}${'x'.repeat(size - short.length)}\n`);
  const excess = filled.length - size;
  return excess === 0 ? filled : whole(`%${mark}${'x'.repeat(size - short.length - excess)}\n`);
}
