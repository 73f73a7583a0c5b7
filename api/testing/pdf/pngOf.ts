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
