/** Follows the package's README, because its own types describe a lower layer. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  export interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Fills `data` with four bytes per pixel, then calls `done`, with null if the image cannot be decoded. */
    display(
      picture: { data: Uint8ClampedArray; width: number; height: number },
      done: (filled: object | null) => void,
    ): void;
    free(): void;
  }

  interface Libheif {
    ready: Promise<unknown>;
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  }

  /** A codec with its own memory. */
  export default function libheif(): Libheif;
}
