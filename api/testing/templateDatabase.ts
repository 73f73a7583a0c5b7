import { randomBytes } from 'node:crypto';
import { migrate } from '../db/migrate.ts';
import { openPostgres } from '../db/postgres.ts';
import { administer } from './administer.ts';

/**
 * Makes a PostgreSQL database with all its tables and no row, once before a run: the tests' own are copies of it, which
 * are there before the first migration would be. Answers its name.
 */
export async function makeTemplate(server: string): Promise<string> {
  const name = `arrival_desk_template_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    const database = await openPostgres(url.href);
    await migrate(database).finally(database.close);
  } catch (error) {
    await dropTemplate(server, name);
    throw error;
  }
  return name;
}

export const dropTemplate = (server: string, name: string) =>
  administer(server, `drop database if exists ${name} with (force)`);
