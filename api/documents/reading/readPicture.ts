import { imageSize } from 'image-size';
import { mostPixels } from './readingLimits.ts';
import type { DocumentReading } from './DocumentReading.ts';

/** A picture has no text that is read; what its head says of its size is held against the limit. Nothing is unpacked. */
export function readPicture(bytes: Uint8Array): DocumentReading {
  try {
    const { width, height } = imageSize(bytes);
    return width * height > mostPixels ? { obstacle: 'tooManyPixels', width, height } : { text: '' };
  } catch {
    return { obstacle: 'damaged' };
  }
}
