import { openPdf } from './openPdf.ts';

/** Blanks and line breaks are the setting's, not the text's. */
const flat = (text: string) => text.replace(/\s+/g, '');

const struck = '¦';

/**
 * The text of a PDF, page by page, from which a test strikes all that it can account for: what then still has a digit in it
 * stands there for no reason that the test knows.
 */
export class PdfAccount {
  readonly #pages: string[];
  /** What was to stand there, and does not. */
  readonly missing: string[] = [];

  constructor(pages: readonly string[]) {
    this.#pages = pages.map(flat);
  }

  get pages(): number {
    return this.#pages.length;
  }

  /** The first page that begins with this text, from 1; 0: none does. */
  pageThatBegins(said: string): number {
    return this.#pages.findIndex((page) => page.startsWith(flat(said))) + 1;
  }

  /** Strikes each of these texts once from those pages; the longest first, since a short one may stand in a longer one. */
  strike(texts: readonly string[], [from, to]: readonly [number, number] = [1, this.pages]): void {
    for (const said of texts.toSorted((one, other) => other.length - one.length)) {
      if (!this.#strikeOnce(said, [from, to])) this.missing.push(said);
    }
  }

  /** The same of texts that need not stand there; how many do not. */
  strikeSome(texts: readonly string[], pages: readonly [number, number]): number {
    return texts.filter((said) => !this.#strikeOnce(said, pages)).length;
  }

  /** Strikes what stands on a page from the one text to the other, and after that nothing but the hash that ends the page. */
  strikeFoot(from: string, to: string, page: number): void {
    const text = this.#pages[page - 1]!;
    const [start, end] = [text.indexOf(flat(from)), text.indexOf(flat(to))];
    if (start < 0 || end < start) this.missing.push(`${from} … ${to}`);
    else
      this.#pages[page - 1] =
        text.slice(0, start) + struck + text.slice(end + flat(to).length).replace(/^[0-9a-f]{64}/, struck);
  }

  /** Strikes a text wherever it stands. */
  strikeAll(said: string): void {
    for (const page of this.#pages.keys()) this.#pages[page] = this.#pages[page]!.replaceAll(flat(said), struck);
  }

  /** What is left of those pages and has a digit, with the page that it stands on. */
  unaccounted([from, to]: readonly [number, number] = [1, this.pages]): string[] {
    return this.#pages.slice(from - 1, to).flatMap((page, index) =>
      page
        .split(struck)
        .filter((left) => /\p{N}/u.test(left))
        .map((left) => `page ${from + index}: ${left}`),
    );
  }

  #strikeOnce(said: string, [from, to]: readonly [number, number]): boolean {
    const wanted = flat(said);
    const page = this.#pages.findIndex((text, index) => index >= from - 1 && index < to && text.includes(wanted));
    if (page < 0) return false;
    this.#pages[page] = this.#pages[page]!.replace(wanted, () => struck);
    return true;
  }
}

/** Reads a PDF back, by pdf.js. */
export async function accountOf(bytes: Uint8Array): Promise<PdfAccount> {
  const pdf = await openPdf(bytes);
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  return new PdfAccount(pages);
}
