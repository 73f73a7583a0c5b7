/** What was done to an order; `tellChange` has the words. */
export type HistoryKind =
  | 'assign'
  | 'release'
  | 'move'
  | 'delete'
  | 'restore'
  | 'refund'
  | 'remark'
  | 'upload'
  | 'undo'
  | 'promote'
  | 'payment';
