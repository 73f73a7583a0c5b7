import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { type Of, type Moment, type Late, momentOf, type LateAtOf, inTime } from './recorded.ts';
import type { DocumentRecord } from './packRecords.ts';

/** One time that somebody was there with the order's id and e-mail: on the page of the order, or for the document. */
export interface AccessRecord extends Late {
  at: Moment;
  how: 'tracked' | 'opened' | 'download';
  /** On whose site; null: that was not recorded then. */
  origin: AccessOrigin | null;
  ip: string;
  browser: string;
  os: string;
  timezone: string | null;
  /**
   * Of a download. `completedAt` null: not all bytes were fetched; `bytes`: so many were, as far as is recorded.
   * `withdrawnAt`: when the document was withdrawn; null: never.
   */
  file:
    | (Pick<DocumentRecord, 'name' | 'size' | 'sha256' | 'withdrawnAt'> & { bytes: number; completedAt: Moment | null })
    | null;
}

interface Downloads {
  started: Of<'downloadStarted'>[];
  parts: Of<'downloadPart'>[];
  completed: Of<'downloadCompleted'>[];
}

export function accessesOf(
  views: Of<'viewed'>[],
  { started, parts, completed }: Downloads,
  { lateAtOf, withdrawnAtOf }: { lateAtOf: LateAtOf; withdrawnAtOf: (documentId: number) => Moment | null },
): AccessRecord[] {
  const sent = new Map(
    parts.filter((entry) => lateAtOf(entry) === null).map(({ facts }) => [facts.downloadId, facts.bytes]),
  );
  const ends = new Map(completed.map((entry) => [entry.facts.downloadId, entry]));
  const begun = new Set(started.map(({ facts }) => facts.downloadId));
  // One whose beginning is not told is told by its end.
  const downloads = [...started, ...completed.filter(({ facts }) => !begun.has(facts.downloadId))];
  return inTime([
    ...views.map((entry): AccessRecord => ({
      ...deviceOf(entry),
      ...{ at: momentOf(entry), lateAt: lateAtOf(entry) },
      how: entry.facts.how,
      file: null,
    })),
    ...downloads.map((entry): AccessRecord => {
      const { name, size, sha256, downloadId, documentId } = entry.facts;
      const end = ends.get(downloadId);
      // An end that was written down too late takes nothing from its beginning.
      const completedAt = end && (end === entry || lateAtOf(end) === null) ? momentOf(end) : null;
      const bytes = completedAt ? size : (sent.get(downloadId) ?? 0);
      const file = { name, size, sha256, bytes, completedAt, withdrawnAt: withdrawnAtOf(documentId) };
      return { ...deviceOf(entry), at: momentOf(entry), lateAt: lateAtOf(entry), how: 'download', file };
    }),
  ]);
}

const deviceOf = ({
  facts: { ip, browser, os, timezone, origin },
}: Of<'viewed'> | Of<'downloadStarted'> | Of<'downloadCompleted'>) => ({
  ...{ ip, browser, os, timezone: timezone ?? null, origin: origin ?? null },
});
