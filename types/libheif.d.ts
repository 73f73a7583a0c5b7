/** What its README promises; the package's own types are of what lies below. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  export interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Fills `data`, four bytes a pixel; null when it cannot be decoded. */
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

  /** A codec with memory of its own. */
  export default function libheif(): Libheif;
}
