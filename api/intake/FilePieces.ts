import { open, type FileHandle } from 'node:fs/promises';

/** A file piece by piece, all of them in the same memory: each is gone when the next is asked for. */
export class FilePieces implements AsyncIterable<Uint8Array> {
  readonly size: number;
  bytesRead = 0;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  static async open(file: string): Promise<FilePieces> {
    const handle = await open(file);
    return new FilePieces(handle, (await handle.stat()).size);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const piece = Buffer.allocUnsafeSlow(1_048_576);
    for (;;) {
      const { bytesRead } = await this.#handle.read(piece, 0, piece.length);
      if (bytesRead === 0) return;
      this.bytesRead += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
