import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

/** A document that stands in a PDF of ours. */
export interface GivenDocument {
  /** 'application/pdf', 'image/jpeg' … */
  contentType: string;
  bytes: Uint8Array;
  /** Of its pages the first so many are drawn. */
  mostPages: number;
}

/** What a template finds as the JSON `sys.inputs.document`. */
export interface DrawnDocument {
  /** Paths of its pages, each a picture. */
  pages: string[];
  /** How many pages it has. */
  total: number;
}

/** What all of a document's drawings may have together as SVG, and each of them as a JPEG: so 5 pages stay below 1.5 MB. */
const mostSvgBytes = 2_500_000;
const mostJpegBytes = 280_000;
/** Pixels on the longer side; 110 dots an inch of A4. */
const jpegSide = 1_280;

/** Has the pictures of a document's pages lie where a template finds them, below `folder`; one of no readable kind has none. */
export async function drawDocument(
  compiler: NodeCompiler,
  folder: string,
  { contentType, bytes, mostPages }: GivenDocument,
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
  let left = mostSvgBytes;
  for (let number = 1; number <= Math.min(total, mostPages); number += 1) {
    const svg = pageAsSvg(compiler, number);
    const isLight = svg.length <= left;
    pages.push(isLight ? keep(`${number}.svg`, svg) : keep(`${number}.jpg`, await jpegOf(svg)));
    if (isLight) left -= svg.length;
    // Else the pages before, unpacked, fill the memory: a photographed one has 20 MB.
    compiler.evictCache(0);
  }
  return { pages, total };
}

const setPage = (number: number) =>
  `#set page(width: auto, height: auto, margin: 0pt)\n#image("/document/document.pdf", page: ${number})`;

/** By what the compiler says of a page that none has; 0: it cannot read the document. */
function pagesIn(compiler: NodeCompiler): number {
  const asked = compiler.compile({ mainFileContent: setPage(999_999) });
  const [{ message = '' } = {}] = (asked.takeDiagnostics()?.shortDiagnostics ?? []) as { message?: string }[];
  return Number(/only has (\d+) page/.exec(message)?.[1] ?? 0);
}

/** PDF/UA-1 takes no pages of another PDF, whose tags nobody knows: each is drawn, and its picture has a text of ours. */
function pageAsSvg(compiler: NodeCompiler, number: number): Buffer {
  const { result } = compiler.compile({ mainFileContent: setPage(number) });
  const drawing = result ? compiler.plainSvg(result) : '';
  // The page stands in it as a picture in a picture.
  return Buffer.from(/href="data:image\/svg\+xml;base64,([^"]+)"/.exec(drawing)?.[1] ?? '', 'base64');
}

/** A HEIC may have another codec in it than its usual one: sharp has some of them. */
const pictureOf = (contentType: string, bytes: Uint8Array): Promise<Buffer> =>
  contentType === 'image/heic' ? jpegOf(bytes).catch(async () => jpegOf(await heicPixels(bytes))) : jpegOf(bytes);

async function jpegOf(picture: Uint8Array | Pixels): Promise<Buffer> {
  // Only for what needs it: it takes 30 ms to load.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const size = { width: jpegSide, height: jpegSide, fit: 'inside', withoutEnlargement: true } as const;
  const read = 'raw' in picture ? sharp(picture.data, { raw: picture.raw }) : sharp(picture, { density: 110 });
  const flat = read.rotate().resize(size).flatten({ background: '#ffffff' });
  const { data, info: raw } = await flat.raw().toBuffer({ resolveWithObject: true });
  for (const quality of [78, 55, 30]) {
    const jpeg = await sharp(data, { raw }).jpeg({ quality }).toBuffer();
    if (jpeg.length <= mostJpegBytes) return jpeg;
  }
  return sharp(data, { raw }).resize(640, 640, { fit: 'inside' }).jpeg({ quality: 30 }).toBuffer();
}

/** A picture unpacked: four bytes a pixel, as `sharp` takes them. */
interface Pixels {
  data: Uint8ClampedArray;
  raw: { width: number; height: number; channels: 4 };
}

/**
 * Unpacks the picture that a HEIC shows first, turned as it says. Rejects where it is none, and where the codec is not there:
 * installations that may not use it leave the package out (docs/decisions/27-defence-packs.md).
 */
export async function heicPixels(bytes: Uint8Array): Promise<Pixels> {
  const { default: libheif } = await import('libheif-js/libheif-wasm/libheif-bundle.mjs');
  // A new one for each picture: a codec keeps all memory that it has ever taken.
  const codec = libheif();
  await codec.ready;
  const images = new codec.HeifDecoder().decode(bytes);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw new Error('There is no picture in this HEIC');
  const [width, height] = [image.get_width(), image.get_height()];
  const data = new Uint8ClampedArray(width * height * 4);
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (filled) =>
      filled ? resolve() : reject(new Error('This HEIC cannot be unpacked')),
    );
  });
  return { data, raw: { width, height, channels: 4 } };
}
