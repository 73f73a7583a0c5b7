import { defineConfig } from 'drizzle-kit';

/** `npm run migration -w api -- --name what_changes` writes the next migration from db/schema. */
export default defineConfig({ dialect: 'postgresql', schema: './db/schema/*.ts', out: './db/migrations' });
