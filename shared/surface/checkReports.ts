import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeReports } from './makeReports.ts';
import { neededVersion } from './neededVersion.ts';
import type { Surface } from './surfaces.ts';

export interface CheckedReport {
  /** Where it is kept. */
  file: string;
  /** What is exported now. */
  report: string;
  isKept: boolean;
  /** What to do about the version first, when it is too low for what changed. */
  tooLow: string | null;
}

/** Compares what desk and kit export with the reports that are kept. */
export function checkReports(): CheckedReport[] {
  return [...makeReports()].map(([surface, report]) => {
    const file = path.resolve(import.meta.dirname, '..', surface.report);
    const kept = existsSync(file) ? readFileSync(file, 'utf8') : report;
    return { file, report, isKept: kept === report && existsSync(file), tooLow: tooLow(surface, kept, report) };
  });
}

function tooLow({ name, version, versionFile }: Surface, kept: string, now: string): string | null {
  const needed = neededVersion(kept, now);
  return needed && `The surface of ${name} ${version} changed: make the version in ${versionFile} ${needed}.`;
}
