import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { documentTypeOf } from './documentTypes.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'document-types-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function judge(bytes: string | Buffer, originalName: string) {
  const file = path.join(folder, 'file');
  await writeFile(file, bytes);
  return documentTypeOf(file, originalName);
}

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');
const heic = (brand: string) =>
  Buffer.concat([hex('00000018'), Buffer.from(`ftyp${brand}`), hex('00000000'), Buffer.from('mif1heic')]);
// Its picture data begins behind a block larger than what is usually looked at.
const png = Buffer.concat([
  hex('89504e470d0a1a0a 0000000d 49484452 00000001 00000001 08060000 00 1f15c489 00002000 69434350'),
  Buffer.alloc(0x2004),
  hex('00000000 49444154 00000000'),
]);

test.each([
  ['pdf', 'application/pdf', Buffer.from('%PDF-1.7\n')],
  ['jpg', 'image/jpeg', hex('ffd8ffe0 0010 4a464946 00')],
  ['png', 'image/png', png],
  ['webp', 'image/webp', Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0')],
  ['heic', 'image/heic', heic('heic')],
  ['heic', 'image/heic', heic('mif1')],
])('a %s is known by its bytes, whatever its name', async (extension, contentType, bytes) => {
  await expect(judge(bytes, 'letter.docx')).resolves.toMatchObject({ extension, contentType });
});

test.each([
  ['scan.pdf', 'hello', 'This file says it is a PDF but is not. Choose a PDF or an image.'],
  ['scan.JPEG', 'GIF89a\x01\0\x01\0', 'This file says it is a JPEG but is not. Choose a PDF or an image.'],
  ['scan.gif', 'GIF89a\x01\0\x01\0', 'GIF files are not taken. Choose a PDF, JPEG, PNG, WebP or HEIC.'],
  ['page.html', '<script>', 'This file is not a PDF or an image. Choose a PDF, JPEG, PNG, WebP or HEIC.'],
])('%s that is none of them is refused with what is wrong', async (name, bytes, message) => {
  await expect(judge(bytes, name)).rejects.toMatchObject({ httpStatus: 415, message });
});
