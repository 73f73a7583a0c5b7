/** A file that begins and ends as a PDF does, of so many bytes. */
export function pdfFile({ name = 'declaration.pdf', size = 2_048 } = {}): File {
  const ends = ['%PDF-1.7\n', '\n%%EOF\n'] as const;
  const between = new Uint8Array(size - ends.join('').length);
  return new File([ends[0], between, ends[1]], name, { type: 'application/pdf' });
}
