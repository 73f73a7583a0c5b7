/** The key of a document's bytes: whose it is stands in it, for two databases may share a folder or a bucket. */
export const storageKeyOf = (databaseName: string, file1: string) => `${databaseName}.${file1}`;

/** The file of such a key; null: it has another form, or belongs to another database. */
export function fileOfKey(databaseName: string, key: string): string | null {
  const [, name, file1] = /^([0-9a-f]{12})\.([\w-]{24}\.[a-z]{3,4})$/.exec(key) ?? [];
  return name === databaseName ? file1! : null;
}
