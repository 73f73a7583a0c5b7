/** `npm run -s generate -- N [--seed S] [--today YYYY-MM-DD]`: writes N valid orders to standard output, one a line. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { generatedOrders } from './generatedOrders.ts';

const usage = 'Say how many: npm run -s generate -- N [--seed S] [--today YYYY-MM-DD]';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' }, today: { type: 'string' } },
  });
  const today = values.today ?? new Date().toISOString().slice(0, 10);
  const [count = ''] = positionals;
  if (!/^\d{1,9}$/.test(count) || !/^\d{1,9}$/.test(values.seed) || Number.isNaN(Date.parse(today))) {
    throw new Error(usage);
  }
  const orders = generatedOrders({ count: Number(count), seed: Number(values.seed), today });
  await pipeline(Readable.from(orders), process.stdout);
} catch (error) {
  // Whoever read has heard enough: `… | head`.
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
