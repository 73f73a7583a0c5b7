import path from 'node:path';
import { importArguments } from './importArguments.ts';

const file = path.join(import.meta.dirname, 'importArguments.ts');

test('the report lies beside the file unless another place is named', () => {
  expect(importArguments([file])).toEqual({ file, reportPath: `${file}.rejected.ndjson` });
  expect(importArguments([file, '--rejected', 'bad.txt'])).toEqual({ file, reportPath: 'bad.txt' });
  expect(importArguments(['-'])).toEqual({ file: '-', reportPath: 'import.rejected.ndjson' });
});

test.each([
  [[], 'Say which file: npm run import -- FILE.ndjson [--rejected REPORT]'],
  [[file, file], 'Say which file: npm run import -- FILE.ndjson [--rejected REPORT]'],
  [['no such file'], 'There is no file no such file'],
  [[file, '--rejected', path.relative('.', file)], 'The report would overwrite the file'],
])('%j can not be imported', (args, message) => {
  expect(() => importArguments(args)).toThrow(message);
});
