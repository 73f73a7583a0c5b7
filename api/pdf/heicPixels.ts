/** A picture unpacked: four bytes a pixel, as `sharp` takes them. */
export interface Pixels {
  data: Uint8ClampedArray;
  raw: { width: number; height: number; channels: 4 };
}

/**
 * Unpacks the picture that a HEIC shows first, turned as it says. Rejects where it is none, and where the codec is not there:
 * whoever may not use it leaves the package out (docs/decisions/27-defence-packs.md).
 */
export async function heicPixels(bytes: Uint8Array): Promise<Pixels> {
  const { default: libheif } = await import('libheif-js/libheif-wasm/libheif-bundle.mjs');
  // Anew for each: what a codec has ever taken of memory it keeps.
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
