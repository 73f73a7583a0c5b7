import { deflateSync } from 'node:zlib';
import { pdfOfObjects } from '../../demo/demoPdf.ts';

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
  const head = `<< /Length ${packed.length} /Filter /FlateDecode >>`;
  const content = `${head}\nstream\n${packed.toString('latin1')}\nendstream`;
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
