import type { Answer } from 'shared/api/call';
import type { CustomerDownload, customerCalls } from 'shared/api/customerCalls';

type History = Omit<Answer<typeof customerCalls.downloadHistory>, 'status' | 'message'>;

const order: History['mainResult'] = {
  order_id: '100128',
  full_name: 'Layla Hadad',
  stage: 'ready',
  landing_domain: null,
  created_at: '2026-11-21T07:24:00Z',
};

/** What get-download-history answers of order 100128, which is ready unless `changes` say otherwise. */
export function historyOf(
  changes: Partial<History['mainResult']> = {},
  data: CustomerDownload[] = [],
  downloadTotal = data.length,
): History {
  const mainResult = { ...order, ...changes };
  const document = { file1: 'abc.pdf', content_type: 'application/pdf', size: 3_250_000 };
  return { data, downloadTotal, mainResult, path: mainResult.stage === 'ready' ? document : null };
}
