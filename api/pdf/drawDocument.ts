import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

export interface SourceDocument {
  contentType: string;
  bytes: Uint8Array;
  maxPages: number;
}

/** The format of `sys.inputs.document` in templates. */
interface DrawnDocument {
  /** Paths of images. */
  pages: string[];
  total: number;
}

/** Maximum for all pages together. Pages beyond it are drawn as JPEGs. */
const maxSvgBytes = 2_500_000;
/** Maximum per page, so that 5 pages are below 1.5 MB. */
const maxJpegBytes = 280_000;
/** Longer side in pixels: 110 dpi for A4. */
const jpegSide = 1_280;

/** Returns no pages for an unreadable document. */
export async function drawDocument(
  compiler: NodeCompiler,
  folder: string,
  { contentType, bytes, maxPages }: SourceDocument,
): Promise<DrawnDocument> {
  const keep = (name: string, picture: Uint8Array) => {
    compiler.mapShadow(`${folder}/${name}`, Buffer.from(picture));
    return `/document/${name}`;
  };
  if (contentType !== 'application/pdf') {
    const jpeg = await pictureOf(contentType, bytes).catch(() => null);
    return { pages: jpeg ? [keep('picture.jpg', jpeg)] : [], total: 1 };
  }
  keep('document.pdf', bytes);
  const total = pagesIn(compiler);
  const pages: string[] = [];
  let left = maxSvgBytes;
  for (let number = 1; number <= Math.min(total, maxPages); number += 1) {
    const svg = pageAsSvg(compiler, number);
    const isLight = svg.length <= left;
    pages.push(isLight ? keep(`${number}.svg`, svg) : keep(`${number}.jpg`, await jpegOf(svg)));
    if (isLight) left -= svg.length;
    // Frees the previous pages, because a decompressed photo of a page takes 20 MB.
    compiler.evictCache(0);
  }
  return { pages, total };
}

const setPage = (number: number) =>
  `#set page(width: auto, height: auto, margin: 0pt)\n#image("/document/document.pdf", page: ${number})`;

/** Parses the number of pages from the error for a page that does not exist. 0 if the document is unreadable. */
function pagesIn(compiler: NodeCompiler): number {
  const compiled = compiler.compile({ mainFileContent: setPage(999_999) });
  const [{ message = '' } = {}] = (compiled.takeDiagnostics()?.shortDiagnostics ?? []) as { message?: string }[];
  return Number(/only has (\d+) page/.exec(message)?.[1] ?? 0);
}

/** PDF/UA-1 forbids embedding PDF pages, whose tags are unknown, so each is drawn as an image. */
function pageAsSvg(compiler: NodeCompiler, number: number): Buffer {
  const { result } = compiler.compile({ mainFileContent: setPage(number) });
  const drawing = result ? compiler.plainSvg(result) : '';
  // The compiler's SVG contains the page as another SVG.
  return Buffer.from(/href="data:image\/svg\+xml;base64,([^"]+)"/.exec(drawing)?.[1] ?? '', 'base64');
}

/** Tries sharp first, because some files called HEIC use another codec, which sharp supports. */
const pictureOf = (contentType: string, bytes: Uint8Array): Promise<Buffer> =>
  contentType === 'image/heic' ? jpegOf(bytes).catch(async () => jpegOf(await heicPixels(bytes))) : jpegOf(bytes);

async function jpegOf(picture: Uint8Array | Pixels): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const size = { width: jpegSide, height: jpegSide, fit: 'inside', withoutEnlargement: true } as const;
  const read = 'raw' in picture ? sharp(picture.data, { raw: picture.raw }) : sharp(picture, { density: 110 });
  const flat = read.rotate().resize(size).flatten({ background: '#ffffff' });
  const { data, info: raw } = await flat.raw().toBuffer({ resolveWithObject: true });
  for (const quality of [78, 55, 30]) {
    const jpeg = await sharp(data, { raw }).jpeg({ quality }).toBuffer();
    if (jpeg.length <= maxJpegBytes) return jpeg;
  }
  return sharp(data, { raw }).resize(640, 640, { fit: 'inside' }).jpeg({ quality: 30 }).toBuffer();
}

/** RGBA in the format that `sharp` reads. */
interface Pixels {
  data: Uint8ClampedArray;
  raw: { width: number; height: number; channels: 4 };
}

/** Rejects if the file has no image or the codec is missing (docs/decisions/27-defence-packs.md). */
export async function heicPixels(bytes: Uint8Array): Promise<Pixels> {
  const { default: libheif } = await import('libheif-js/libheif-wasm/libheif-bundle.mjs');
  // A new codec per image, because it never frees its memory.
  const codec = libheif();
  await codec.ready;
  const images = new codec.HeifDecoder().decode(bytes);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw new Error('This HEIC has no image');
  const [width, height] = [image.get_width(), image.get_height()];
  const data = new Uint8ClampedArray(width * height * 4);
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (filled) =>
      filled ? resolve() : reject(new Error('This HEIC cannot be decoded')),
    );
  });
  return { data, raw: { width, height, channels: 4 } };
}
