import { openPdf } from './openPdf.ts';

/** Removes blanks and line breaks, which depend on the layout. */
const flat = (text: string) => text.replace(/\s+/g, '');

const redacted = '¦';

/** The text of a PDF by page. Tests strike (remove) every text that they expect. Digits that remain are unexplained. */
export class PdfText {
  readonly #pages: string[];
  /** Expected texts that were missing. */
  readonly missing: string[] = [];

  constructor(pages: readonly string[]) {
    this.#pages = pages.map(flat);
  }

  get pages(): number {
    return this.#pages.length;
  }

  /** The page's number, counted from 1, or 0 if there is no such page. */
  pageThatBegins(expected: string): number {
    return this.#pages.findIndex((page) => page.startsWith(flat(expected))) + 1;
  }

  /** Strikes each text once, longest first, because a short text may be part of a longer one. */
  strike(texts: readonly string[], [from, to]: readonly [number, number] = [1, this.pages]): void {
    for (const expected of texts.toSorted((one, other) => other.length - one.length)) {
      if (!this.#strikeOnce(expected, [from, to])) this.missing.push(expected);
    }
  }

  /** Returns the number of texts that were missing. */
  strikeSome(texts: readonly string[], pages: readonly [number, number]): number {
    return texts.filter((expected) => !this.#strikeOnce(expected, pages)).length;
  }

  /** Strikes the text from `from` to `to`, and the hash that may follow. */
  strikeFoot(from: string, to: string, page: number): void {
    const text = this.#pages[page - 1]!;
    const [start, end] = [text.indexOf(flat(from)), text.indexOf(flat(to))];
    if (start < 0 || end < start) this.missing.push(`${from} … ${to}`);
    else
      this.#pages[page - 1] =
        text.slice(0, start) + redacted + text.slice(end + flat(to).length).replace(/^[0-9a-f]{64}/, redacted);
  }

  strikeAll(expected: string): void {
    for (const page of this.#pages.keys()) this.#pages[page] = this.#pages[page]!.replaceAll(flat(expected), redacted);
  }

  /** Remaining texts that contain digits, each with its page. */
  unaccounted([from, to]: readonly [number, number] = [1, this.pages]): string[] {
    return this.#pages.slice(from - 1, to).flatMap((page, index) =>
      page
        .split(redacted)
        .filter((left) => /\p{N}/u.test(left))
        .map((left) => `page ${from + index}: ${left}`),
    );
  }

  #strikeOnce(expected: string, [from, to]: readonly [number, number]): boolean {
    const wanted = flat(expected);
    const page = this.#pages.findIndex((text, index) => index >= from - 1 && index < to && text.includes(wanted));
    if (page < 0) return false;
    this.#pages[page] = this.#pages[page]!.replace(wanted, () => redacted);
    return true;
  }
}

export async function readPdfText(bytes: Uint8Array): Promise<PdfText> {
  const pdf = await openPdf(bytes);
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  return new PdfText(pages);
}
