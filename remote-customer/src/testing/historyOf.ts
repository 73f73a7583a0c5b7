import type { Answer } from 'shared/api/call';
import type { CustomerDownload, customerCalls } from 'shared/api/customerCalls';
import type { NextStepName } from 'shared/rules/nextStep';
import type { CustomerStage } from 'shared/rules/orderStatus';

type History = Omit<Answer<typeof customerCalls.downloadHistory>, 'status' | 'message'>;

const steps: Readonly<Record<CustomerStage, NextStepName>> = {
  received: 'check',
  'in progress': 'finish',
  'we need something from you': 'answer',
  'with the government': 'government',
  ready: 'download',
  'refund on its way': 'refund',
  refunded: 'bank',
};

/** The response of get-download-history for order 100128, ready by default. */
export function historyOf(
  changes: Partial<History['mainResult']> = {},
  data: CustomerDownload[] = [],
  fields: Partial<Omit<History, 'mainResult' | 'data'>> = {},
): History {
  const stage = changes.stage ?? 'ready';
  const document = { file1: 'abc.pdf', content_type: 'application/pdf', size: 3_250_000 };
  return {
    data,
    downloadTotal: data.length,
    mainResult: {
      order_id: '100128',
      full_name: 'Layla Hadad',
      stage,
      next: { step: steps[stage], on: null, usually_by: null, late: false },
      question: null,
      landing_domain: null,
      mailed_at: null,
      created_at: '2026-11-21T07:24:00Z',
      ...changes,
    },
    messages: [],
    uploadLimitMb: 20,
    mark: 'a mark',
    askAgain: null,
    path: stage === 'ready' ? document : null,
    ...fields,
  };
}
