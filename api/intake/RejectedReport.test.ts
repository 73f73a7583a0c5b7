import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RejectedReport } from './RejectedReport.ts';

const rejected = (line: number) => ({ line, order_id: null, errors: { line: 'Is not JSON' } });

test('the first five lines of the file are kept for the screen, in whatever order they come', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'arrival-desk-rejected-'));
  try {
    const report = new RejectedReport(path.join(folder, 'rejected.ndjson'));
    await report.add([70, 80, 90].map(rejected));
    await report.add([1, 2, 60, 99].map(rejected));
    await report.add([3].map(rejected));
    await report.close();
    expect(report.first.map(({ line }) => line)).toEqual([1, 2, 3, 60, 70]);
    expect((await readFile(report.path, 'utf8')).trimEnd().split('\n')).toHaveLength(8);
  } finally {
    await rm(folder, { recursive: true });
  }
});
