/** `npm run import -- FILE.ndjson [--rejected REPORT]`: imports orders, one per line; `-` reads standard input. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { parseArgs } from 'node:util';
import { count, pluralize } from 'shared/format/count';
import { loadSettings } from '../settings/settings.ts';
import { importOrders, openTarget, type ImportTally } from './importOrders.ts';
import { ImportProgress, RejectedReport, rejectedText, summaryLine } from './importReport.ts';

const usage = 'Usage: npm run import -- FILE.ndjson [--rejected REPORT]';
const exitCodes = { allIn: 0, failed: 1, someRejected: 2, stopped: 130 };

let tally: ImportTally = { accepted: 0, repeated: 0, rejected: 0 };
try {
  process.exitCode = await run();
} catch (error) {
  const partialResult =
    tally.accepted > 0
      ? ` ${pluralize(tally.accepted, 'order was', 'orders were')} imported. Run the import again for the rest.`
      : '';
  console.error(`${(error as Error).message}${partialResult}`);
  process.exitCode = exitCodes.failed;
}

async function run(): Promise<number> {
  const { file, reportPath } = readArguments();
  const settings = loadSettings();
  const stopped = new AbortController();
  // `once`, so that a second signal ends the process immediately.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
  const target = await openTarget(settings);
  const input = file === null ? process.stdin : createReadStream(file, { highWaterMark: 1_048_576 });
  const progress = new ImportProgress(process.stderr, file === null ? null : statSync(file).size);
  const report = new RejectedReport(reportPath);
  let seconds = 0;
  try {
    tally = await importOrders({
      source: addAbortSignal(stopped.signal, input),
      target,
      onTaken: async (now, rejected) => {
        progress.show((tally = now), 'bytesRead' in input ? input.bytesRead : 0);
        await report.add(rejected);
      },
      signal: stopped.signal,
    });
  } finally {
    seconds = progress.end();
    input.destroy();
    await report.close();
    await target.close();
  }
  console.log(`${stopped.signal.aborted ? 'Stopped. ' : ''}${summaryLine(tally, seconds)}`);
  if (tally.rejected > 0) showRejected(report, tally.rejected);
  if (stopped.signal.aborted) return exitCodes.stopped;
  return tally.rejected > 0 ? exitCodes.someRejected : exitCodes.allIn;
}

function readArguments(): { file: string | null; reportPath: string } {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { rejected: { type: 'string' } } });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Error(usage);
  if (file === '-') return { file: null, reportPath: values.rejected ?? 'import.rejected.ndjson' };
  if (!existsSync(file)) throw new Error(`File not found: ${file}`);
  const reportPath = values.rejected ?? `${file}.rejected.ndjson`;
  if (path.resolve(reportPath) === path.resolve(file))
    throw new Error('The report would overwrite the input file. Choose another path with --rejected.');
  return { file, reportPath };
}

function showRejected(report: RejectedReport, rejected: number) {
  for (const line of report.first) console.log(`  ${rejectedText(line)}`);
  const further = rejected - report.first.length;
  if (further > 0) console.log(`  … and ${count(further)} more`);
  console.log(`Rejected lines, with reasons: ${report.path}`);
}
