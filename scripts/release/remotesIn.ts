/** Inputs of every remote. A release ends at once if the remote's version turns out to be unchanged. */
const sharedInputs = /^(?:(?:shared|webpack)\/|package-lock\.json$)/;
const isReleased = (file: string) => !/\.(test\.tsx?|md)$/.test(file);

/** The remotes that may be affected by changed files. */
export const remotesIn = (files: readonly string[], names: readonly string[]): string[] =>
  names.filter((name) =>
    files.some((file) => isReleased(file) && (file.startsWith(`${name}/`) || sharedInputs.test(file))),
  );
