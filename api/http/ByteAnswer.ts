import type { FastifyReply } from 'fastify';

/** Bytes that a call answers instead of JSON, and how their file is called: in ASCII, by us. */
export class ByteAnswer {
  readonly #bytes: Buffer;
  readonly #fileName: string;

  constructor(bytes: Buffer, fileName: string) {
    this.#bytes = bytes;
    this.#fileName = fileName;
  }

  toAnswer(reply: FastifyReply, contentType: string): Buffer {
    reply.type(contentType).header('Content-Disposition', `inline; filename="${this.#fileName}"`);
    return this.#bytes;
  }
}
