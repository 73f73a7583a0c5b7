import type { FastifyBaseLogger } from 'fastify';
import type { OpenDatabase } from '../db/database.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import type { Room } from '../room/Room.ts';
import type { Settings } from '../settings/settings.ts';

/** What one running product has, and every route is given: both origins share it. */
export interface Desk {
  settings: Settings;
  database: OpenDatabase;
  /** Where the documents lie: `openStorage(settings)`. */
  storage: DocumentStorage;
  /** Signs sessions, customers' tokens and grants, each for its own purpose only (`derivedKey`). */
  secret: Uint8Array;
  /** Whether there is room to change anything. */
  room: Room;
  log: FastifyBaseLogger;
  /** False once it drains: health says so, so that no more work is sent here. */
  serving: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    desk: Desk;
  }
}
