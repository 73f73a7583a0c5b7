import type { RefundDetails } from 'shared/api/refundDetails';
import type { MoveTarget } from 'shared/rules/orderStatus';

/** What a bulk does to each of its orders. Stored with the jobs that outlive their request. */
export type BulkWork =
  | { action: 'assign'; assignto: string }
  | { action: 'release' }
  | { action: 'move'; updatingStatus: MoveTarget; refund?: RefundDetails | null | undefined }
  | { action: 'restore' }
  | { action: 'refund' }
  | { action: 'undo'; actionId: string };

/** One reason of a bulk's refusals: what makes it one reason, how often, and how that is told. */
export interface ReasonText {
  reason: string;
  n: number;
  text: string;
}
