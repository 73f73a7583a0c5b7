export type Block =
  | { kind: 'said'; said: string }
  | { kind: 'heading'; said: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, said: string])[] }
  /** `widths`: relative widths of the columns. */
  | { kind: 'table'; heads: readonly string[]; widths: readonly number[]; rows: readonly (readonly string[])[] }
  /** The pages of the document, or the text `otherwise` if none can be drawn. */
  | { kind: 'document'; otherwise: string };

export const paragraph = (said: string): Block => ({ kind: 'said', said });

export interface ExhibitContent {
  title: string;
  blocks: readonly Block[];
}

export type ExhibitKey = 'order' | 'mails' | 'compared' | 'accesses' | 'document' | 'contacts' | 'earlier' | 'copy';

export type RowLimit = (max: number) => number;
