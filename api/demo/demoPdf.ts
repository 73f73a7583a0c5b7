export function demoPdf(lines: readonly string[]): Buffer<ArrayBuffer> {
  const text = lines
    .map((line, index) => `1 0 0 1 72 ${760 - index * 24} Tm (${line.replace(/[\\()]/g, '\\$&')}) Tj`)
    .join('\n');
  const content = `BT /F1 14 Tf\n${text}\nET`;
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]);
}

/**
 * A PDF of these objects, given in Latin-1 without their numbers. The first must be the catalog. `trailer` adds entries
 * to the trailer, such as encryption.
 */
export function pdfOfObjects(objects: readonly string[], trailer = ''): Buffer<ArrayBuffer> {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = String(file.length).padStart(10, '0');
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${offset} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + end, 'latin1');
}
