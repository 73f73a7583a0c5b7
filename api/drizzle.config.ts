import { defineConfig } from 'drizzle-kit';

/** Run `npm run migration -w api -- --name what_changes` to write the next migration. */
export default defineConfig({ dialect: 'postgresql', schema: './db/schema/*.ts', out: './db/migrations' });
