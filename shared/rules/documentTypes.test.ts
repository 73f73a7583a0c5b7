import { checkChosenFile, documentEdgeBytes, documentFault, documentTypeOf } from './documentTypes.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const hex = (digits: string) => Uint8Array.from(digits.split(' '), (pair) => parseInt(pair, 16));
const heic = (brand: string) => bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`);

const kinds: [string, string, Uint8Array][] = [
  ['pdf', 'application/pdf', bytes('%PDF-1.7\n')],
  ['jpg', 'image/jpeg', hex('ff d8 ff e0 00 10 4a 46 49 46 00')],
  ['png', 'image/png', hex('89 50 4e 47 0d 0a 1a 0a 00 00 00 0d')],
  ['webp', 'image/webp', bytes('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0')],
  ['heic', 'image/heic', heic('heic')],
  ['heic', 'image/heic', heic('mif1')],
];
test.each(kinds)('a %s is detected by its bytes', (extension, contentType, head) => {
  expect(documentTypeOf(head)).toMatchObject({ extension, contentType });
});

test.each([
  ['nothing', ''],
  ['less than a signature', '%PD'],
  ['a zip', 'PK\x03\x04'],
  ['a GIF', 'GIF89a\x01\0\x01\0'],
  ['another RIFF', 'RIFF\x1a\0\0\0WAVEfmt '],
  ['a film', '\0\0\0\x18ftypmp42'],
  ['a PDF behind other bytes', '<script>%PDF-1.7'],
])('%s has no accepted type', (_what, text) => {
  expect(documentTypeOf(bytes(text))).toBeNull();
});

const judged = (name: string, text: string, size = text.length) =>
  documentFault(
    { name, size, head: bytes(text).slice(0, documentEdgeBytes), tail: bytes(text).slice(-documentEdgeBytes) },
    20,
  );

test('a complete PDF and an image are accepted under any name', () => {
  expect(judged('letter.docx', '%PDF-1.7\n…\n%%EOF\r\n')).toBeNull();
  expect(judged('letter.docx', '\xff\xd8\xff\xe0')).toBeNull();
});

test.each([
  ['scan.pdf', 'PK\x03\x04', 'This file says it is a PDF but is not. Choose a PDF or an image.'],
  ['scan.JPEG', 'GIF89a', 'This file says it is a JPEG but is not. Choose a PDF or an image.'],
  ['scan.heif', 'GIF89a', 'This file says it is a HEIC but is not. Choose a PDF or an image.'],
  ['scan.gif', 'GIF89a', 'GIF files are not accepted. Choose a PDF, JPEG, PNG, WebP or HEIC.'],
  ['page', '<script>', 'This file is not a PDF or an image. Choose a PDF, JPEG, PNG, WebP or HEIC.'],
  ['cut.pdf', '%PDF-1.7\n1 0 obj', 'This PDF is incomplete. Save it again, then choose it again.'],
])('%s with other bytes is refused with the reason', (name, text, says) => {
  expect(judged(name, text)).toEqual({ httpStatus: 415, text: says });
});

test('an empty file has its own message', () => {
  expect(judged('empty.pdf', '')).toEqual({ httpStatus: 400, text: 'This file is empty. Choose a PDF or an image.' });
});

test('the size of a file over the limit is never shown as the limit itself', () => {
  const whole = '%PDF-1.7\n%%EOF';
  expect(judged('big.pdf', whole, 20 * 1_048_576)).toBeNull();
  const one = judged('big.pdf', whole, 20 * 1_048_576 + 1);
  expect(one).toEqual({ httpStatus: 413, text: '20.1 MB is too large. The limit is 20 MB.' });
  const far = judged('big.pdf', whole, 21.4 * 1_048_576);
  expect(far).toEqual({ httpStatus: 413, text: '21.4 MB is too large. The limit is 20 MB.' });
});

test('a chosen file is checked at both ends; an unreadable one has its own message', async () => {
  const file = (text: string) => new File([text], 'declaration.pdf');
  const whole = `%PDF-1.7\n${'x'.repeat(5_000)}`;
  expect(await checkChosenFile(file(`${whole}%%EOF`), 20)).toMatchObject({
    contentType: 'application/pdf',
    fault: null,
  });
  expect((await checkChosenFile(file(whole), 20)).fault).toMatch(/^This PDF is incomplete/);
  const moved = Object.assign(file(whole), {
    slice: () => {
      throw new Error('NotReadableError');
    },
  });
  expect((await checkChosenFile(moved, 20)).fault).toMatch(/^This file cannot be read\./);
});
