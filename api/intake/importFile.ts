/** `npm run import -- FILE.ndjson [--rejected REPORT]`: takes in the orders of a file, one a line; `-` reads a pipe. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { availableParallelism } from 'node:os';
import { readSettings } from '../settings/settings.ts';
import { count } from 'shared/format/count';
import { FilePieces } from './FilePieces.ts';
import { importArguments } from './importArguments.ts';
import { ImportProgress, summaryLine } from './ImportProgress.ts';
import { importOrders, type ImportTally } from './importOrders.ts';
import { openSink } from './openSink.ts';
import { PortionCheckers } from './PortionCheckers.ts';
import { RejectedReport } from './RejectedReport.ts';
import { tellRejected } from './tellRejected.ts';

/** Nothing rejected; the import failed; some lines were rejected; stopped by a person. */
const exitCodes = { allIn: 0, failed: 1, someRejected: 2, stopped: 130 };

let tally: ImportTally = { accepted: 0, repeated: 0, rejected: 0 };
try {
  process.exitCode = await run();
} catch (error) {
  const kept = tally.accepted > 0 ? ` ${tally.accepted} orders are in; run it again for the rest.` : '';
  console.error(`${(error as Error).message}${kept}`);
  process.exitCode = exitCodes.failed;
}

async function run(): Promise<number> {
  const { file, reportPath } = importArguments(process.argv.slice(2));
  const envFile = path.resolve('.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const settings = readSettings(process.env);
  const pieces = file === '-' ? null : await FilePieces.open(file);
  const stopped = new AbortController();
  // A second signal ends it at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
  const sink = await openSink(settings);
  const checkers = new PortionCheckers(availableParallelism() > 2 ? 2 : 1, sink.form);
  const progress = new ImportProgress(process.stderr, pieces && pieces.size);
  const report = new RejectedReport(reportPath);
  let seconds = 0;
  try {
    tally = await importOrders({
      source: pieces ?? addAbortSignal(stopped.signal, process.stdin),
      sink,
      checkers,
      onTaken: (now) => progress.show((tally = now), pieces?.bytesRead ?? 0),
      onRejected: (lines) => report.add(lines),
      signal: stopped.signal,
    });
  } finally {
    seconds = progress.end();
    await pieces?.close();
    process.stdin.destroy();
    await report.close();
    await checkers.close();
    await sink.close();
  }
  console.log(`${stopped.signal.aborted ? 'Stopped. ' : ''}${summaryLine(tally, seconds)}`);
  if (tally.rejected > 0) tellOf(report, tally.rejected);
  if (stopped.signal.aborted) return exitCodes.stopped;
  return tally.rejected > 0 ? exitCodes.someRejected : exitCodes.allIn;
}

function tellOf(report: RejectedReport, rejected: number) {
  for (const line of report.first) console.log(`  ${tellRejected(line)}`);
  const further = rejected - report.first.length;
  if (further > 0) console.log(`  … and ${count(further)} more`);
  console.log(`Rejected lines and why: ${report.path}`);
}
