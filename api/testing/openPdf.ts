import { getDocumentProxy } from 'unpdf';

/** Opens a PDF to be read back, by pdf.js. */
export const openPdf = (pdf: Uint8Array) => getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });

/** A node of the tags' tree; what has no role is content. */
interface Tagged {
  role?: string;
  children?: readonly object[];
}

/** The roles in a page's tree of tags, in reading order. */
export const rolesIn = (node: object | null): string[] => {
  const { role, children = [] } = (node ?? {}) as Tagged;
  return [...(role ? [role] : []), ...children.flatMap(rolesIn)];
};
