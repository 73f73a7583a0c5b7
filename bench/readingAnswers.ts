/** What checking an answer costs whoever waits for it: a page of ten rows, and a list of 20,000, with the same unchecked. */
import * as v from 'valibot';
import { orderCalls } from 'shared/api/orderCalls';
import { answerSchema, readAnswer } from 'shared/api/readAnswer';
import { orderRowOf } from 'shared/testing/orderRowOf';
import { sampleTogether } from './measure.ts';
import { timeLine, type Line } from './report.ts';

export async function readingAnswers(): Promise<Line[]> {
  return [...(await rows(10, 2_000, '≤ 1 ms')), ...(await rows(20_000, 100, '≤ 16 ms, a frame'))];
}

async function rows(count: number, runs: number, aim: string): Promise<Line[]> {
  const data = Array.from({ length: count }, (_, index) => orderRowOf({ order_id: String(100_000 + index) }));
  const text = JSON.stringify({ status: 1, message: '', data, total: count });
  const json: unknown = JSON.parse(text);
  const schema = answerSchema(orderCalls.list);
  const found = await sampleTogether(runs, {
    parsed: async () => JSON.parse(text) as unknown,
    read: async () => readAnswer(orderCalls.list, JSON.parse(text)),
    checked: async () => readAnswer(orderCalls.list, json),
    byValibot: async () => v.parse(schema, json),
  });
  const at = `${count.toLocaleString('en')} rows`;
  return [
    timeLine(`Parsing JSON, unchecked (${at})`, found.parsed),
    timeLine(`Parsing JSON, and checked (${at})`, found.read),
    timeLine(`The check alone (${at})`, found.checked, aim),
    timeLine(`The same check by valibot alone (${at})`, found.byValibot),
  ];
}
