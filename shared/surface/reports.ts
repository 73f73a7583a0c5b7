/**
 * `npm run report -w shared`: writes the reports of what desk and kit export, unless a version is too low for what
 * changed. With `--check` it writes nothing, and says what would have to be written.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkReports } from './checkReports.ts';

const check = process.argv.includes('--check');

for (const { file, report, isKept, tooLow } of checkReports()) {
  const name = path.relative(process.cwd(), file);
  if (tooLow) console.error(tooLow);
  else if (check && !isKept) console.error(`${name} is out of date.`);
  else if (!isKept) {
    writeFileSync(file, report);
    console.log(`${name} is written.`);
  }
  if (tooLow || (check && !isKept)) process.exitCode = 1;
}
if (process.exitCode) console.error('Then write the reports anew: npm run report -w shared');
