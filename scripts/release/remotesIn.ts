/** Every remote is built from these. A release of an unchanged version ends at once. */
const sharedInputs = /^(?:(?:shared|webpack)\/|package-lock\.json$)/;
const isReleased = (file: string) => !/\.(test\.tsx?|md)$/.test(file);

/** The remotes that changed files may change. */
export const remotesIn = (files: readonly string[], names: readonly string[]): string[] =>
  names.filter((name) =>
    files.some((file) => isReleased(file) && (file.startsWith(`${name}/`) || sharedInputs.test(file))),
  );
