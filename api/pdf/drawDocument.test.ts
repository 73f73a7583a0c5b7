import { readFile } from 'node:fs/promises';
import { heicPixels } from './drawDocument.ts';

// Silences the library, which logs faults to the console. The PDF process has no console.
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

test('a HEIC is decoded with the right size and colours', async () => {
  const { data, raw } = await heicPixels(await readFile(new URL('../testing/pdf/picture.heic', import.meta.url)));
  expect(raw).toEqual({ width: 400, height: 560, channels: 4 });
  const colourAt = (x: number, y: number) => [...data.slice((y * raw.width + x) * 4, (y * raw.width + x) * 4 + 3)];
  for (const [at, colour] of [
    [colourAt(200, 90), [0xaa, 0x33, 0x11]],
    [colourAt(150, 190), [0, 0, 0]],
    [colourAt(380, 540), [255, 255, 255]],
  ] as const) {
    expect(Math.max(...at.map((part, index) => Math.abs(part - colour[index]!)))).toBeLessThan(24);
  }
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['only a header', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
])('%s is not a picture', async (_what, bytes) => {
  await expect(heicPixels(bytes)).rejects.toThrow('This HEIC has no image');
});

test('a HEIC that ends too early cannot be decoded', async () => {
  const whole = await readFile(new URL('../testing/pdf/picture.heic', import.meta.url));
  await expect(heicPixels(whole.subarray(0, whole.length - 200))).rejects.toThrow();
});
