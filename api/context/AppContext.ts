import type { FastifyBaseLogger } from 'fastify';
import type { OpenDatabase } from '../db/database.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import type { DiskSpaceGuard } from '../disk-space/DiskSpaceGuard.ts';
import type { Settings } from '../settings/settings.ts';

/** Context that both servers, their routes and all jobs share. */
export interface AppContext {
  settings: Settings;
  database: OpenDatabase;
  storage: DocumentStorage;
  /** Signs sessions, customer tokens and grants, each with its own derived key (`deriveKey`). */
  secret: Uint8Array;
  diskSpace: DiskSpaceGuard;
  log: FastifyBaseLogger;
  /** False while draining. The health check then fails, so load balancers send no more requests. */
  serving: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    context: AppContext;
  }
}
