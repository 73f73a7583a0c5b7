/** What shell and remotes share at run time, and where the report of what each exports is kept. */
import { deskVersion } from '../desk/version.ts';
import { kitVersion } from '../kit/version.ts';

export interface Surface {
  name: string;
  /** Below `shared`, without its ending. */
  entry: string;
  version: string;
  /** Where the version stands. */
  versionFile: string;
  /** Below `shared`. */
  report: string;
}

const kit = { version: kitVersion, versionFile: 'shared/kit/version.ts' };

export const surfaces: readonly Surface[] = [
  {
    name: 'shared/desk',
    entry: 'desk/index',
    version: deskVersion,
    versionFile: 'shared/desk/version.ts',
    report: 'desk/desk.api.md',
  },
  { name: 'shared/kit/base', entry: 'kit/base', report: 'kit/base.api.md', ...kit },
  { name: 'shared/kit', entry: 'kit/index', report: 'kit/kit.api.md', ...kit },
  { name: 'shared/kit/table', entry: 'kit/table/index', report: 'kit/table/table.api.md', ...kit },
  { name: 'shared/kit/chart', entry: 'kit/chart/index', report: 'kit/chart/chart.api.md', ...kit },
];
