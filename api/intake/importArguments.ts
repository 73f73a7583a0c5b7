import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const usage = 'Say which file: npm run import -- FILE.ndjson [--rejected REPORT]';

/** The file of orders that a command line names, and where the report of its rejected lines goes. */
export function importArguments(args: string[]): { file: string; reportPath: string } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { rejected: { type: 'string' } },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Error(usage);
  if (file !== '-' && !existsSync(file)) throw new Error(`There is no file ${file}`);
  const reportPath = values.rejected ?? (file === '-' ? 'import.rejected.ndjson' : `${file}.rejected.ndjson`);
  if (path.resolve(reportPath) === path.resolve(file)) throw new Error('The report would overwrite the file');
  return { file, reportPath };
}
