/** A report: its first line names the module and its version, the rest is what it exports, a block each. */
function partsOf(report: string) {
  const [head = '', ...rest] = report.split('\n');
  const blocks = rest
    .filter((line) => !line.trim().startsWith('//'))
    .join('\n')
    .split(/\n{2,}/);
  const lines = blocks.flatMap((block) => withTheirPlaces(block.trim().split('\n')));
  const [major = 0, minor = 0] = (head.split(' ').at(-1) ?? '').split('.').map(Number);
  return { major, minor, lines };
}

/**
 * What the version of a changed surface has to be at least: the next major one when anything that was there is gone or
 * another, the next minor one when something is new; null when the version of `now` says so already, or nothing changed.
 */
export function neededVersion(before: string, now: string): string | null {
  const [was, is] = [partsOf(before), partsOf(now)];
  const [known, kept] = [new Set(was.lines), new Set(is.lines)];
  const gone = was.lines.some((line) => !kept.has(line));
  if (gone) return is.major > was.major ? null : `${was.major + 1}.0.0`;
  const added = is.lines.some((line) => !known.has(line));
  if (added) return is.major > was.major || is.minor > was.minor ? null : `${was.major}.${was.minor + 1}.0`;
  return null;
}

/** A line counts with all that it stands in, which is less indented: many have a `title: string`. */
function withTheirPlaces(block: readonly string[]): string[] {
  const around: { indent: number; line: string }[] = [];
  return block.map((line) => {
    const indent = line.length - line.trimStart().length;
    while (around.length > 0 && around.at(-1)!.indent >= indent) around.pop();
    around.push({ indent, line: line.trim() });
    return around.map((outer) => outer.line).join(' ');
  });
}
