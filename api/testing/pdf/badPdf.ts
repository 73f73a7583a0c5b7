import { deflateSync } from 'node:zlib';

/** A PDF of these objects, given as texts without their numbers. The first must be the catalog. */
function pdfOfObjects(objects: readonly (string | Buffer)[], trailer = ''): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]!.length;
  const offsets = objects.map((object, index) => {
    const at = length;
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + end)]);
}

const page = (rest = '') => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${rest} >>`;
const catalog = '<< /Type /Catalog /Pages 2 0 R >>';

export function pdfOfPages(pages: number): Buffer<ArrayBuffer> {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ');
  const tree = `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`;
  return pdfOfObjects([catalog, tree, ...Array.from({ length: pages }, () => page())]);
}

export function protectedPdf(): Buffer<ArrayBuffer> {
  const id = '00112233445566778899aabbccddeeff';
  const encryption = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${id.repeat(2)}> /U <${id.repeat(2)}> >>`;
  const tree = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
  return pdfOfObjects([catalog, tree, page(), encryption], `/Encrypt 4 0 R /ID [<${id}> <${id}>]`);
}

/** A page whose compressed content is `unpacked`. */
export function bombPdf(unpacked: Buffer): Buffer<ArrayBuffer> {
  const packed = deflateSync(unpacked, { level: 1 });
  const head = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`;
  const content = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]);
  return pdfOfObjects([catalog, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page('/Contents 4 0 R'), content]);
}

/** A PNG's header with these dimensions, without pixels. */
export function pngOf(width: number, height: number): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(45);
  head.write('89504e470d0a1a0a0000000d49484452', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  head.write('0806000000', 24, 'hex');
  head.write('0000000049454e44ae426082', 33, 'hex');
  return head;
}
