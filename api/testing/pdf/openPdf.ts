import { getDocumentProxy } from 'unpdf';

export const openPdf = (pdf: Uint8Array) => getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });

interface Tagged {
  role?: string;
  children?: readonly object[];
}

/** The roles of a tagged PDF's elements, in reading order. */
export const rolesIn = (node: object | null): string[] => {
  const { role, children = [] } = (node ?? {}) as Tagged;
  return [...(role ? [role] : []), ...children.flatMap(rolesIn)];
};
