/** The numbers of PostgreSQL's advisory locks: any, but each its own, and the same in all instances. */
export const advisoryLocks = {
  migration: 4_000_100,
  foldOrderCounts: 4_000_101,
  seed: 4_000_102,
  /** Of the list of instances. */
  instancesGate: 4_000_103,
  instances: 4_000_104,
  team: 4_000_105,
  foldSummaries: 4_000_106,
  invoiceNumbers: 4_000_107,
  /** Of one member, whose id is the second number. */
  staffMails: 4_000_108,
  pace: 4_000_117,
} as const;
